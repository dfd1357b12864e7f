import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LoginMode } from '#domain/login.ts';
import { loginModes } from '#domain/login.ts';

/** One offer of the probe: a form with one number, which is its fee in cents, and a place that the account may know. */
export type Probe = { mode: LoginMode; noticeAllowed: boolean };

export const probes: readonly Probe[] = loginModes.flatMap((mode) =>
  [false, true].map((noticeAllowed) => ({ mode, noticeAllowed })),
);

/** An authority of the demonstration content and its place, one for each probe. */
const places = [
  ['kiel', '010020000000'],
  ['luebeck', '010030000000'],
  ['flensburg', '010010000000'],
  ['neumuenster', '010040000000'],
  ['norderstedt', '010600063063'],
  ['elmshorn', '010560015015'],
  ['husum', '010540056056'],
  ['eckernfoerde', '010580043043'],
  ['schleswig', '010590075075'],
  ['fehmarn', '010550046046'],
] as const;

export function offerOfProbe({ mode, noticeAllowed }: Probe): { metadataId: string; area: string } {
  const index = probes.findIndex((probe) => probe.mode === mode && probe.noticeAllowed === noticeAllowed);
  const [authority, area] = places[index]!;
  return { metadataId: `probe-${authority}`, area };
}

const both = (text: string) => ({ de: text, en: text });
const list = { de: [], en: [] };

const form = (more: readonly object[]) => ({
  name: 'probe',
  title: 'Probe',
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'only',
      label: 'Probe',
      title: 'Probe',
      components: [
        {
          type: 'number',
          key: 'amount',
          label: 'Probe',
          input: true,
          validate: { required: true },
          decimalLimit: 0,
        },
        {
          type: 'textfield',
          key: 'town',
          label: 'Probe',
          input: true,
          properties: { prefill: 'locality' },
        },
        { type: 'textfield', key: 'savedAs', label: 'Probe', input: true },
      ],
    },
    ...more,
  ],
});

/** A page that calculates something from the answers. */
const calculatedPage = {
  type: 'panel',
  key: 'calculated',
  label: 'Probe',
  title: 'Probe',
  components: [
    {
      type: 'number',
      key: 'twice',
      label: 'Probe',
      input: true,
      disabled: true,
      calculateValue: { '*': [{ var: 'data.amount' }, 2] },
    },
  ],
};

const metadata = {
  title: both('Probe'),
  description: both('Probe'),
  fmsType: 'FORMIO',
  feeType: 'VARIABLE',
  feeAmount: null,
  feeRule: { var: 'data.amount' },
  feeBasis: { de: 'je nach Betrag', en: 'depending on the amount' },
  feePurpose: both('Probe'),
  mode: 'none',
  trustLevel: 'low',
  identificationType: 'none',
  idpIds: ['anon', 'nkb'],
  forceWelcomePage: false,
  allowElectronicNoticeDelivery: false,
  enableDataComparison: true,
  processingBasis: 'law',
  isDeprecated: false,
  draftRetentionDays: 30,
  downloadRetentionDays: 14,
  sentRetentionDays: 365,
  durationMinutes: 1,
  needed: list,
  afterwards: both('Probe'),
  arrival: both('Probe'),
  offers: probes.map((probe, index) => ({
    authority: places[index]![0],
    areas: [places[index]![1]],
    mode: probe.mode,
    allowElectronicNoticeDelivery: probe.noticeAllowed,
    ...(probe.mode.startsWith('start') && probe.mode !== 'start_or_complete' && { idpIds: ['nkb'] }),
  })),
};

/**
 * A content folder with one service that is offered in every login mode, with and without the electronic notice, and
 * whose fee is defined by its form. Places, authorities and pages are those of the demonstration.
 * @param changes different settings of the metadata
 * @param changesOf different settings of the offer of a probe
 * @param more further pages of the form; all of its texts are "Probe"
 * @returns also `changeForm`, after which the form calculates something else from the answers
 */
export async function makeProbeContent(
  changes: object = {},
  changesOf: (probe: Probe) => object = () => ({}),
  more: readonly object[] = [],
): Promise<{ dir: string; changeForm(): Promise<void>; remove(): Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'content-'));
  for (const part of ['places', 'authorities', 'pages', 'data-protection.json'])
    cpSync(path.join('content', part), path.join(dir, part), { recursive: true });
  const service = path.join(dir, 'services', 'probe');
  await mkdir(service, { recursive: true });
  const files = {
    'service.json': {
      leiKaId: '99000000000000',
      title: both('Probe'),
      teaser: both('Probe'),
      keywords: list,
      topics: [],
      audience: ['citizens'],
      costs: [{ kind: 'VARIABLE', from: 0 }],
      responsibilities: places.map(([authority, area]) => ({ authority, areas: [area] })),
    },
    'texts.de.md': '## Kurztext\nProbe\n',
    'texts.en.md': '## Short text\nProbe\n',
    'metadata.json': {
      ...metadata,
      ...changes,
      offers: metadata.offers.map((offer, index) => ({ ...offer, ...changesOf(probes[index]!) })),
    },
    'form.json': form(more),
    'form.en.json': { Probe: 'Probe' },
  };
  for (const [name, value] of Object.entries(files)) {
    await writeFile(path.join(service, name), typeof value === 'string' ? value : JSON.stringify(value));
  }
  await writeFile(path.join(dir, 'home.json'), JSON.stringify({ frequent: ['probe'] }));
  const changeForm = async () => {
    const changed = form([...more, calculatedPage]);
    await writeFile(path.join(service, 'form.json'), JSON.stringify(changed));
  };
  return { dir, changeForm, remove: () => rm(dir, { recursive: true, force: true }) };
}
