import { globSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { getStateNodes } from 'xstate/graph';
import { machineList } from '#machines/all-machines.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Texts whose names are built from data, by namespace; `*` stands for any single part of a name. */
const madeOfData: Record<string, string[]> = {
  account: [
    'delete.refused.*.{title,text}',
    'documents.{attachment,coverLetter,form,receipt}',
    'documents.untilIn.{de,en}',
    'drafts.{paid,refund}',
    'drafts.action.*',
    'drafts.{due,headline,needs}.*',
    'sent.id.*',
    'signedOut.way.*',
    'trust.*',
  ],
  application: [
    'closed.{ahead,confirmed,paid,paying,sending,sent,undecided}',
    'leave.*.{title,text,ok}',
    'windows.{held,offer,saved,taking}',
    'windows.{takenOver,warned}.{device,window}',
  ],
  common: [
    'account.for.*',
    'expired.{anonymous,sending,sent}',
    'authority.addressKind.*',
    'languages.{de,en}',
    'pages.{accessibility,imprint,privacy,terms}',
    'provider.*',
  ],
  conflict: [
    'all.{apply,apply_eid,keep}',
    'all.done.{apply,apply_eid,keep}',
    '{account,apply,applyHint,differs,lead,locked}_eid',
  ],
  drawing: [
    'calls.*',
    'causes.*',
    'delays.*',
    'events.*.*',
    'guards.*',
    'machines.*.{summary,title}',
    'states.*',
  ],
  documents: [
    'accountCodes.*',
    'accountValues.*',
    'fileName.*',
    'handoverStates.*',
    'mailKinds.*',
    'steps.*',
    'stepsNothingToDo.*',
    'stepsRefused.*',
    '*.{title,subject}',
  ],
  ending: [
    'account.{offered,confirmed,unconfirmed}',
    '{before,after}.*',
    'session.{sending,sendingKept,sent,sentKept}',
    'warning.{idle,end,soon}.{account,anonymous,sending,sent}',
    'session.{onScreen,saved,page}',
  ],
  errors: ['code.*', 'next.*', 'title.*'],
  feedback: ['faults.{nothing,too-long}'],
  following: ['course.*', 'notice.*', 'owed.state.*', 'repeat.why.*'],
  form: ['errors.*', 'file.advice.*', 'file.missed.{dispensable,failed,refused}', 'file.problem.*'],
  frame: ['save.*'],
  guide: ['way.*'],
  handIn: ['givenUp.*', 'state.*'],
  handover: ['list.status.*'],
  kept: ['{service,security,proof,accounting,figures}.*'],
  kit: ['copy.*', 'day.*', 'file.announce.*', 'file.doubt.*', 'file.stage.*', 'steps.*', 'tone.*'],
  level: ['how.*', 'name.*'],
  login: [
    'card.{preparing,asking,onPhone,notRunning,unclear}.{title,text,ok,cancel}',
    'refused.*.{title,text}',
  ],
  operations: [
    'case.giveUp.reasons.*',
    '{certificates,queues}.names.*',
    'mails.states.*',
    'partners.names.others.*',
    'problems.*',
    'refund.{notice,step}.*',
    'removal.why.*',
    'screens.*',
    'state.outcome.*',
    'steps.status.*',
  ],
  mail: ['notSent.{givenUp,next}.*'],
  ownData: ['kept.*.{term,text}', 'why.*', 'erase.done.{drafts,sent,handovers,notes,logins}'],
  payment: ['methods.*'],
  redirect: [
    '{paid,returned,open,failed,cancelled}.{heading,text}',
    'over.{other,paymentOpen,underWay}',
    'stage.*.{title,text,account,anonymous}',
  ],
  result: [
    'downloads.{attachment,coverLetter,form,receipt}',
    'downloads.lang.{de,en}',
    'externalId.*',
    'failed.{givenUp,onwards}.*',
    'facts.mails.*',
    'facts.{postboxNone,postboxRefused,postboxSent}',
    'submission.note.*',
    'submission.retry.*.{title,text}',
    'submission.retry.otherwise.*',
    'submission.*.{title,text}',
  ],
  search: ['kinds.*', 'types.*'],
  service: ['cost.withLabel.*', 'duration.*', 'login.*', 'onlineLevel.*', 'sections.*'],
  start: ['handed.{fits,unfit}.{title,text}', 'ways.due.{later,now}.*', 'ways.{is,means}.*', 'ways.need.*.*'],
  statements: ['*.{text,missing}'],
  summary: [
    'confirm.{login,notice,payment,privacy,send,terms}',
    'notice.{login,payment}',
    'notSent.{conflict,login,notice,payment,submission}',
    'confirm.order.*',
    '{fromAccount,source}_eid',
  ],
  withoutScript: ['{account,process,redirect}.{title,text}'],
  workshop: [
    'applications.mover.*',
    'assumed.standing.*',
    'find.{event,rule,state}',
    'live.{fault,status,undrawn}.*',
    'noScript',
    'operators.fault.*',
    'walked.not*',
    'walked.layer.*',
    'walked.kind.*',
    'subjects.*',
    'whatIf.choice.*.*',
    'whatIf.fact.*',
  ],
  workflow: ['sentApplication{Hint,Holder,Next}.*', 'statusDate.*', 'submissionLabel.*'],
};

const patternOf = (name: string): RegExp => {
  const pattern = name
    .replaceAll('.', '\\.')
    .replaceAll('*', '[^.]+')
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`);
  return new RegExp(`^${pattern}$`);
};

const namesIn = (texts: object, before = ''): string[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [before + name] : namesIn(text, `${before}${name}.`),
  );

const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = globSync('{ui,src,machines}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !/\.test\.tsx?$|[\\/]testing[\\/]/.test(file))
  .map((file) => ({ file, text: read(file) }));

/** Names that occur in a source in full, with or without their namespace. */
const said = new Set(
  sources.flatMap(({ text }) =>
    [...text.matchAll(/['"`]((?:\w+:)?\w+(?:[.-]\w+)*)['"`]/g)].map(([, it]) => it),
  ),
);
/**
 * The operators' pages, the e-mails, the page for feedback and the words for opening hours use their texts as an object:
 * names are properties there.
 */
const properties = new Set(
  sources
    .filter(({ file }) =>
      /server[\\/](?:(?:feedback|operations|html|http|mails)[\\/]|content[\\/]hours)/.test(file),
    )
    // Comments use the same words.
    .flatMap(({ text }) => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').match(/\w+/g) ?? []),
);
const titles = new Set(
  machineList.flatMap(({ machine }) =>
    getStateNodes(machine).map(({ meta }) => (meta as { titleKey?: string } | undefined)?.titleKey),
  ),
);

const namespaces = readdirSync(path.join(root, 'locales/de')).map((file) => path.basename(file, '.json'));

describe.each(namespaces)('locales/*/%s.json', (namespace) => {
  const names = namesIn(JSON.parse(read(`locales/de/${namespace}.json`))).map((name) =>
    // i18next's plural suffixes.
    name.replace(/_(?:zero|one|other)$/, ''),
  );
  const patterns = (madeOfData[namespace] ?? []).map((name) => ({ name, pattern: patternOf(name) }));
  const isSaid = (name: string) =>
    said.has(name) ||
    said.has(`${namespace}:${name}`) ||
    titles.has(`${namespace}:${name}`) ||
    (['feedback', 'hours', 'operations', 'mail'].includes(namespace) &&
      properties.has(name.split('.').at(-1) ?? ''));

  it('has no text that nobody reads', () => {
    const unread = names.filter(
      (name) => !isSaid(name) && !patterns.some(({ pattern }) => pattern.test(name)),
    );
    expect(unread).toEqual([]);
  });

  it('has texts for every pattern, and no pattern for texts that are named in full', () => {
    const idle = patterns.filter(({ pattern }) => !names.some((name) => pattern.test(name) && !isSaid(name)));
    expect(idle.map(({ name }) => name)).toEqual([]);
  });
});
