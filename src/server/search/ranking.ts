import type { Concept } from './concepts.ts';
import type { SearchDocument } from './documents.ts';
import type { Query } from './query.ts';

export type Hit = { document: SearchDocument; score: number };

/** Documents called exactly as the query says, and those called by two or three of its words, score so much more. */
const CALLED = { whole: 2, partly: 1.4 };
/** Hits that score less than this share of the best of their group are left out. */
const LEAST_SHARE = 0.12;

/**
 * Finds and orders documents: by how much of the query each one has, and how prominently. Of the alternatives
 * of a concept only the best counts, so that words with many synonyms do not outweigh others.
 */
export function rank(documents: readonly SearchDocument[], query: Query): Hit[] {
  const sums = new Float32Array(documents.length);
  const covered = new Float32Array(documents.length);
  const best = new Float32Array(documents.length);
  let total = 0;
  for (const concept of query.concepts) {
    const rarity = rarityOf(concept, documents.length);
    total += rarity;
    best.fill(0);
    for (const { postings, weight } of concept.alternatives) {
      const { documents: numbers, weights } = postings;
      for (let at = 0; at < numbers.length; at++) {
        const number = numbers[at] ?? 0;
        const score = (weights[at] ?? 0) * weight;
        if (score > (best[number] ?? 0)) best[number] = score;
      }
    }
    for (let number = 0; number < best.length; number++) {
      const score = best[number] ?? 0;
      if (score === 0) continue;
      sums[number] = (sums[number] ?? 0) + score * rarity;
      covered[number] = (covered[number] ?? 0) + rarity;
    }
  }
  const hits: Hit[] = [];
  for (const [number, document] of documents.entries()) {
    const sum = sums[number] ?? 0;
    if (sum === 0) continue;
    const coverage = (covered[number] ?? 0) / total;
    hits.push({ document, score: sum * coverage * calledFactor(query, number) });
  }
  return worthShowing(hits).sort(byScore);
}

function calledFactor({ called }: Query, number: number): number {
  if (called.whole.has(number)) return CALLED.whole;
  return called.partly.has(number) ? CALLED.partly : 1;
}

/** Inverse document frequency (BM25), of the alternative that is nearest to the word and most common. */
function rarityOf({ alternatives }: Concept, documentCount: number): number {
  const nearest = Math.max(...alternatives.map(({ weight }) => weight));
  const count = Math.max(
    ...alternatives.map(({ postings, weight }) => (weight === nearest ? postings.documents.length : 0)),
  );
  return Math.log(1 + (documentCount - count + 0.5) / (count + 0.5)) + 0.1;
}

type Group = 'service' | 'authority' | 'other';
const groupOf = ({ document: { type } }: Hit): Group =>
  type === 'service' || type === 'authority' ? type : 'other';

function worthShowing(hits: Hit[]): Hit[] {
  const bests: Record<Group, number> = { service: 0, authority: 0, other: 0 };
  for (const hit of hits) bests[groupOf(hit)] = Math.max(bests[groupOf(hit)], hit.score);
  return hits.filter((hit) => hit.score >= bests[groupOf(hit)] * LEAST_SHARE);
}

const byScore = (one: Hit, other: Hit): number =>
  other.score - one.score || byFrequency(one.document, other.document);

/** What people look for most comes first, the rest by number of its kind. */
export const byFrequency = (one: SearchDocument, other: SearchDocument): number =>
  one.frequency === other.frequency
    ? one.title.de.localeCompare(other.title.de, 'de')
    : one.frequency - other.frequency;
