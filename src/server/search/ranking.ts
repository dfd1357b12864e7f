import type { SearchDocument } from './documents.ts';
import type { Concept } from './language/concepts.ts';
import { relationOf } from './language/deeds.ts';
import type { Query } from './query.ts';

/** Factors for documents with the query as their name (query.ts). */
const CALLED = { exactly: 2.4, whole: 2, partly: 1.4 };
/** Factor for the services that people look for most, which are a little more likely to be meant. */
const FREQUENT = 1.1;
/** Hits with a lower share of the best score are left out. */
const LEAST_SHARE = 0.12;
/** Weight of the last word of a compound in the order of the results. */
const HEAD = 0.5;
/** Factors for what a service does, compared with what the query is about. */
const DEED = { same: 1.35, neutral: 1, opposite: 0.45 };
/** Share in which a service for the opposite is about the subject: its title is enough, a keyword is not. */
const OPPOSITE_NAMES = 0.6;
/** Share from which a document has the subject: more than a mention in running text. */
const HAS_SUBJECT = 0.2;
/** Weight of a word for what has happened, in documents that have nothing of the subject. */
const ASIDE_ALONE = 0.4;
/** Share (0 to 1) from which a document is about a subject, so that words beside it find nothing alone. */
const SUBJECT_IS_NAMED = 0.36;
/** Share of the words before the last one in the meaning of a compound. */
const MODIFIER_NAMES = 0.6;

/**
 * Finds documents and orders them (numbers, best first) by how much of the query each one has, and how prominently.
 * Only the best alternative of a concept counts, so that words with many synonyms do not outweigh others. Among
 * equals the first in `documents` comes first. How much a hit in the title, the keywords … weighs: `FIELDS` in
 * text-index.ts.
 */
export function rank(documents: readonly SearchDocument[], query: Query): number[] {
  const scores = scoresOf(documents, query);
  // Frequent services are at the front (documents.ts).
  for (let number = 0; documents[number]?.isFrequent; number++) {
    scores[number] = (scores[number] ?? 0) * FREQUENT;
  }
  return sortedNumbers(scores);
}

// Plain loops and numbers: for frequent words this processes thousands of hits, several hundred times a second.
function sortedNumbers(scores: Float32Array): number[] {
  let best = 0;
  for (let number = 0; number < scores.length; number++) best = Math.max(best, scores[number] ?? 0);
  const least = best * LEAST_SHARE;
  const keys = new Float64Array(scores.length);
  let count = 0;
  for (let number = 0; number < scores.length; number++) {
    const score = scores[number] ?? 0;
    if (score === 0 || score < least) continue;
    keys[count] = sortKey(score, number);
    count += 1;
  }
  const sorted = keys.subarray(0, count).sort();
  const numbers: number[] = [];
  for (let at = count - 1; at >= 0; at--) numbers.push(numberOfKey(sorted[at] ?? 0));
  return numbers;
}

/** Returns the score of each document; all are 0 when no document is about the subject of the query. */
function scoresOf(documents: readonly SearchDocument[], query: Query): Float32Array {
  const documentCount = documents.length;
  const sums = new Float32Array(documentCount);
  const covered = new Float32Array(documentCount);
  const best = new Float32Array(documentCount);
  const modified = new Float32Array(documentCount);
  const relations = documents.map(({ deeds }) => relationOf(query.deeds, deeds));
  const hasSubject = new Uint8Array(documentCount);
  let total = 0;
  let named = 0;
  let isSubjectNamed = false;
  let subjectRarity = 0;
  const asides = query.concepts.filter(({ isAside }) => isAside);
  for (const concept of [...query.concepts.filter(({ isAside }) => !isAside), ...asides]) {
    const { modifiers } = concept;
    const own = rarityOf(concept, documentCount) * (modifiers ? HEAD : 1);
    // A rare word for what has happened says no more than its subject, however common that is.
    const rarity = concept.isAside && isSubjectNamed ? Math.min(own, subjectRarity) : own;
    if (isSubject(query, concept)) subjectRarity = Math.max(subjectRarity, rarity);
    total += rarity;
    takeBest([concept], best);
    if (modifiers) takeBest(modifiers, modified);
    for (let number = 0; number < documentCount; number++) {
      const score = best[number] ?? 0;
      if (score === 0 || (modifiers && modified[number] === 0)) continue;
      const isBeside = concept.isAside && isSubjectNamed && !hasSubject[number];
      const share = isBeside ? ASIDE_ALONE : 1;
      const about = naming(query, concept, score, modified[number] ?? 0);
      if (isSubject(query, concept) && about >= HAS_SUBJECT) hasSubject[number] = 1;
      const doubt = relations[number] === 'opposite' ? OPPOSITE_NAMES : 1;
      named = Math.max(named, about * doubt);
      sums[number] = (sums[number] ?? 0) + score * rarity * share;
      covered[number] = (covered[number] ?? 0) + rarity * share;
    }
    if (isSubject(query, concept) && named >= SUBJECT_IS_NAMED) isSubjectNamed = true;
  }
  if (named < query.leastNaming) return sums.fill(0);
  for (let number = 0; number < documentCount; number++) {
    const sum = sums[number] ?? 0;
    if (sum === 0) continue;
    const relation = relations[number] ?? 'neutral';
    const deed = relation === 'same' && isSubjectNamed && !hasSubject[number] ? 1 : DEED[relation];
    sums[number] = sum * ((covered[number] ?? 0) / total) * calledFactor(query, number) * deed;
  }
  return sums;
}

const isSubject = (query: Query, { isAside, isDeed }: Concept): boolean =>
  !isAside && !(isDeed && query.hasSubject);

/** Returns how much a document is about the subject of a query by a concept (0 to 1): a compound by both its parts. */
function naming(query: Query, concept: Concept, score: number, modified: number): number {
  if (concept.isDeed && query.hasSubject) return 0;
  if (concept.modifiers) return modified * MODIFIER_NAMES + score * (1 - MODIFIER_NAMES);
  return concept.isModifier ? score * MODIFIER_NAMES : score;
}

/** Writes the best alternative of some concepts for each document, 0 where it has none. */
function takeBest(concepts: readonly Concept[], best: Float32Array): void {
  best.fill(0);
  for (const { postings, weight } of concepts.flatMap(({ alternatives }) => alternatives)) {
    const { documents, weights } = postings;
    for (let at = 0; at < documents.length; at++) {
      const number = documents[at] ?? 0;
      const score = (weights[at] ?? 0) * weight;
      if (score > (best[number] ?? 0)) best[number] = score;
    }
  }
}

function calledFactor({ called }: Query, number: number): number {
  if (called.exactly.has(number)) return CALLED.exactly;
  if (called.whole.has(number)) return CALLED.whole;
  return called.partly.has(number) ? CALLED.partly : 1;
}

/** Inverse document frequency (BM25) of the alternative that is nearest to the word and most common. */
function rarityOf({ alternatives }: Concept, documentCount: number): number {
  const nearest = Math.max(...alternatives.map(({ weight }) => weight));
  const count = Math.max(
    ...alternatives.map(({ postings, weight }) => (weight === nearest ? postings.documents.length : 0)),
  );
  return Math.log(1 + (documentCount - count + 0.5) / (count + 0.5)) + 0.1;
}

/** Score (in thousandths) and document number in one number that sorts by both. */
const NUMBERS = 2 ** 24;
const sortKey = (score: number, number: number) =>
  Math.round(score * 1000) * NUMBERS + (NUMBERS - 1 - number);
const numberOfKey = (key: number) => NUMBERS - 1 - (key % NUMBERS);
