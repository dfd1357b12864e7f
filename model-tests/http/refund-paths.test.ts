import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RefundState, refundSteps } from '#domain/refund-steps.ts';
import de from '#locales/de/operations.json' with { type: 'json' };
import titles from '#locales/de/workflow.json' with { type: 'json' };
import { refundMachine } from '#machines/refund/refund.machine.ts';
import { refundEvents } from '#machines/refund/refund.selectors.ts';
import type { RefundContext, RefundEvent } from '#machines/refund/refund.types.ts';
import { operatorName } from '#server/operations/texts.ts';
import { openStorage } from '#server/storage/database.ts';
import { testFileOf } from '../paths/layers.ts';
import { Ledger } from '../paths/ledger.ts';
import { lockFaults } from '../paths/lock.ts';
import { outcomesToSee } from '../paths/never.ts';
import type { Path } from '../paths/path.ts';
import { PathLog } from '../paths/path-log.ts';
import { plan } from '../paths/tour.ts';
import { type Executor, walk } from '../paths/walk.ts';
import { refundOperators, refundSubject } from '../subjects/refund.ts';
import { hiddenIn } from './operator.ts';
import { operatorPages } from './operator-pages.ts';
import { type Portal, startPortal } from './portal.ts';

type Name = keyof typeof refundOperators;

const TOKEN = 'a-token-of-the-operators-of-this-test';
const ADDRESS = '/betrieb/erstattung';
/** Another operator who may repair, for each of them. */
const ANOTHER: Record<Name, Name> = {
  jensen: 'boysen',
  boysen: 'jensen',
  thomsen: 'jensen',
  token: 'jensen',
};

const { graphs, tours, refusals } = plan(refundSubject);
const paths = [...tours, ...refusals];
const payments = new Map(paths.map(({ id }) => [id, randomUUID()]));

let portal: Portal;
const { get, post, named, byToken } = operatorPages(() => portal);
const cookies = {} as Record<Name, string>;

beforeAll(async () => {
  portal = await startPortal({
    between: async (partners) => partners.operatorsEnvironment,
    environment: { OPERATIONS_TOKEN: TOKEN },
  });
  for (const name of ['jensen', 'boysen', 'thomsen'] as const) cookies[name] = await named(`${name}:high`);
  cookies.token = await byToken(TOKEN);
  await portal.stop();
  const { db, close } = await openStorage({ dataDir: portal.dataDir });
  for (const paymentId of payments.values())
    await db
      .insertInto('refund')
      .values({
        paymentId,
        processId: randomUUID(),
        transactionId: 't',
        reference: null,
        endPointId: 'authority',
        amountCents: 6000,
        notedAt: new Date(),
      })
      .execute();
  await close();
});
afterAll(() => portal?.close());

const nameOf = ({ by }: RefundEvent): Name => (by === null ? 'token' : (by.subject as Name));
const stepOf = ({ type }: RefundEvent) => refundSteps.find((step) => refundEvents[step] === type)!;
const stateIn = (page: string) =>
  Object.entries(titles.refund).find(([, title]) => page.includes(`__value">${title}</dd>`))?.[0];

/** Whether the open proposal on a page is this operator's own. */
const isOwnProposal = (page: string, name: Name) =>
  stateIn(page) === 'proposed' && page.includes(`>${operatorName(refundOperators[name].by, 'de')}</dd>`);

/** Takes the steps of a path at the page of one refund, each operator in a browser of their own. */
function refundExecutor(payment: string): Executor<RefundEvent, RefundState> {
  const address = `${ADDRESS}?payment=${payment}`;
  const pageOf = async (name: Name) => (await get(address, { cookie: cookies[name] })).text();
  let seen = '/';

  const act = async (event: RefundEvent) => {
    const name = nameOf(event);
    const before = await pageOf('jensen');
    seen = hiddenIn(before).seen ?? seen;
    const form = { payment, step: stepOf(event), seen, because: event.note };
    const answer = await post(cookies[name], form, ADDRESS);
    if (answer.status === 303) {
      // Whoever has looked before that is told what has happened meanwhile.
      const late = await post(cookies[ANOTHER[name]], form, ADDRESS);
      const told = await late.text();
      expect([late.status, told.includes(de.refund.notice.moved)]).toEqual([409, true]);
      expect(stateIn(told)).toBe(stateIn(await pageOf('thomsen')));
      return 'accepted' as const;
    }
    const told = await answer.text();
    const isOwn = form.step === 'confirm' && isOwnProposal(before, name);
    const [status, notice] =
      name === 'thomsen'
        ? ([403, 'role'] as const)
        : isOwn
          ? ([403, 'same'] as const)
          : ([409, 'moved'] as const);
    expect([answer.status, told.includes(de.refund.notice[notice])], notice).toEqual([status, true]);
    expect(stateIn(told)).toBe(stateIn(before));
    return 'refused' as const;
  };
  const shows = (state: RefundState) => async () => {
    const looking = await pageOf('thomsen');
    expect([stateIn(looking), looking.includes('<form')]).toEqual([state, false]);
    expect((await pageOf('boysen')).includes('<form')).toBe(state !== 'returned');
  };
  return {
    events: {
      'refund.marked': act,
      'refund.proposed': act,
      'refund.confirmed': act,
      'refund.discarded': act,
    },
    states: { open: shows('open'), proposed: shows('proposed'), returned: shows('returned') },
  };
}

it('is refunded on its page as the machine draws it, by one or by two, and nothing else', async () => {
  const log = new PathLog(refundSubject, 'http', testFileOf('refund', 'http'));
  const ledger = new Ledger('refund over HTTP', refundMachine, graphs, {
    outcomes: outcomesToSee(refundMachine),
  });
  const chosen = paths.filter(({ id }) => id === (process.env.PATH_ID ?? id));
  expect(chosen, `no path ${process.env.PATH_ID}`).not.toEqual([]);
  for (const { id: start, input } of refundSubject.starts) {
    await portal.start({ REFUND_BY_TWO: String(input.byTwo) });
    for (const path of chosen.filter((one) => one.start === start))
      await log.follow(path, () => walkAlone(path, ledger));
    await portal.stop();
  }
  if (process.env.PATH_ID) return;
  log.write(ledger);
  console.log(`${ledger.summary()} on ${paths.length} paths`);
  expect([...ledger.missing(), ...lockFaults('refund', 'http', { tour: paths })]).toEqual([]);
}, 300_000);

const walkAlone = (path: Path<RefundEvent>, ledger: Ledger): Promise<void> =>
  walk<RefundEvent, RefundState, RefundContext, unknown>(
    refundSubject,
    path,
    refundExecutor(payments.get(path.id)!),
    ledger,
    'http',
  );
