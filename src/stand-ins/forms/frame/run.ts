import type { Locale } from '#domain/locale.ts';
import { callsOf, Lost, type Opened, Refused, type Shown, type Stands } from './calls.ts';
import { showLost } from './lost.ts';
import { enter, focusOn, say, showFurther, valuesOf } from './page.ts';
import { completeAgain, doesPlay, misbehave } from './plays.ts';
import { listenTo, speakTo, tellHeight } from './portal.ts';
import { createSaving } from './saving.ts';
import { watchSession } from './session.ts';
import { words } from './words.ts';

const isLocale = (value: unknown): value is Locale => value === 'de' || value === 'en';

/** Runs the form of a case that was opened. */
export function run(opened: Opened, content: HTMLElement): void {
  const isSilent = doesPlay(opened, 'silent');
  const portal = isSilent ? { send: () => undefined } : speakTo(opened.portal, opened.caseId);
  const calls = callsOf(opened.session);
  let { locale, page, title, revision, isChecked } = opened;
  let isLost = false;
  /** The work in progress; null if there is none. */
  let doing: Promise<void> | null = null;

  const saving = createSaving(
    () => void save(),
    (dirty) => portal.send('lip:dirty', { dirty }),
  );
  const session = watchSession({
    ask: calls.stands,
    warn: () => portal.send('lip:session', { state: 'expiring' }),
    failed: (error) => {
      if (error instanceof Lost) lose();
      return !isLost;
    },
  });

  const form = () => content.querySelector('form');
  const present = () => {
    const now = form();
    return { page, locale, isChecked, values: now ? valuesOf(now) : {} };
  };

  function lose(): void {
    if (isLost) return;
    isLost = true;
    saving.stop();
    session.stop();
    showLost(content, locale);
    portal.send('lip:session', { state: 'lost' });
  }

  /** @param upTo the changes that were sent */
  function took(answer: Stands, upTo: number): void {
    const hasGrown = answer.revision > revision;
    revision = answer.revision;
    if (hasGrown) portal.send('lip:progress', { revision, page: answer.page });
    saving.stored(upTo);
    session.watch(answer.secondsLeft);
  }

  async function save(): Promise<void> {
    if (isLost) return;
    saving.stop();
    const upTo = saving.changes();
    try {
      took(await calls.step({ action: 'save', ...present() }), upTo);
      say('#trouble', '');
    } catch (error) {
      if (error instanceof Lost) return lose();
      say('#trouble', words.notSaved[locale]);
      saving.failed();
    }
  }

  function draw(answer: Shown, upTo: number, focus: string | null): void {
    const hasMoved = answer.page !== page;
    const isToldAnew = hasMoved || answer.title !== title;
    // Input from the time while the answer was on its way.
    const newer = hasMoved || saving.changes() === upTo ? null : present().values;
    const hadFocus = document.activeElement?.id ?? null;
    ({ page, title, isChecked } = answer);
    if (answer.html !== null) content.innerHTML = answer.html;
    const drawn = form();
    if (drawn && newer) {
      enter(drawn, newer);
      showFurther(drawn);
    }
    document.documentElement.lang = locale;
    document.title = `${title} – ${opened.formTitle[locale]}`;
    if (hasMoved) window.scrollTo(0, 0);
    if (isToldAnew) portal.send('lip:page', { page, title });
    focusOn(focus ?? hadFocus);
  }

  async function act(action: string, more: object = {}): Promise<void> {
    saving.stop();
    const upTo = saving.changes();
    try {
      const answer = await calls.step({ action, ...present(), ...more });
      took(answer, upTo);
      draw(answer, upTo, answer.focus);
      if (answer.outcome === 'cancelled') portal.send('lip:cancel');
      if (answer.outcome !== 'complete') return;
      say('#done', answer.words ?? '');
      portal.send('lip:complete', { revision });
      if (doesPlay(opened, 'doubleComplete')) completeAgain(portal, revision);
    } catch (error) {
      if (error instanceof Lost) return lose();
      say('#trouble', words.notReached[locale]);
      if (saving.hasUnsaved()) saving.failed();
    }
  }
  const start = (work: () => Promise<void>): Promise<void> => {
    const now = work().finally(() => {
      if (doing === now) doing = null;
    });
    doing = now;
    return now;
  };
  /** Does the work of a button, only once if it is pressed twice. */
  const once = (work: () => Promise<void>) => {
    if (!isLost && doing === null) void start(work);
  };
  /** Does work that must not get lost, after the present work. */
  const next = (work: () => Promise<void>): Promise<void> => {
    const before = doing ?? Promise.resolve();
    return start(() => before.then(() => (isLost ? undefined : work())));
  };

  async function upload(input: HTMLInputElement): Promise<void> {
    const [file] = input.files ?? [];
    const { path = '', max = '', tooLarge = '' } = input.dataset;
    if (!file) return;
    const place = `[data-progress="${path}"]`;
    const fail = (text: string) => {
      input.value = '';
      input.disabled = false;
      say(place, text);
      document.querySelector(place)?.classList.add('refused');
      focusOn(input.id);
    };
    if (file.size > Number(max)) return fail(tooLarge);
    input.disabled = true;
    document.querySelector(place)?.classList.remove('refused');
    say(place, words.uploading[locale]);
    saving.uploading(1);
    try {
      took(await calls.upload(path, file, locale), 0);
      // The person may have moved on to another page meanwhile.
      if (!input.isConnected) return;
      await next(() => act('show'));
      say(place, words.uploaded[locale]);
      // A person who has moved on to another question stays there.
      if (document.activeElement !== document.body) return;
      focusOn(document.getElementById(input.id) ? input.id : `${input.id}-files`);
    } catch (error) {
      if (error instanceof Lost) lose();
      else fail(error instanceof Refused ? error.message : words.notReached[locale]);
    } finally {
      saving.uploading(-1);
    }
  }

  async function remove(button: HTMLElement): Promise<void> {
    const { file = '', path = '' } = button.dataset;
    try {
      took(await calls.remove(file), 0);
      await act('show');
      say(`[data-progress="${path}"]`, words.removed[locale]);
      focusOn(`q-${path}`);
    } catch (error) {
      if (error instanceof Lost) lose();
      else say('#trouble', words.notReached[locale]);
    }
  }

  content.addEventListener('input', ({ target }) => {
    const now = form();
    if (!now || (target instanceof HTMLInputElement && target.type === 'file')) return;
    showFurther(now);
    say('#done', '');
    saving.changed();
  });
  content.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') void upload(target);
  });
  content.addEventListener('submit', (event) => {
    event.preventDefault();
    once(() => act('next'));
  });
  content.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button || button.type === 'submit') return;
    const { action, go, focus, rows, index } = button.dataset;
    if (focus) focusOn(focus);
    else if (go) once(() => act('go', { to: go }));
    else if (action === 'removeFile') once(() => remove(button));
    else if (rows) once(() => act(action ?? '', { rows: { key: rows, index: Number(index) } }));
    else if (action) once(() => act(action));
  });

  const ready = () => portal.send('lip:ready', { page, title });
  listenTo(opened.portal, (message) => {
    const { type } = message;
    if (type === 'lip:hello') {
      if (isLost) portal.send('lip:session', { state: 'lost' });
      else ready();
      tellAgain();
    }
    if (type === 'lip:language' && isLocale(message.locale)) {
      locale = message.locale;
      void next(() => act('show'));
    }
    if (type === 'lip:page' && typeof message.page === 'string') {
      const to = message.page;
      void next(() => act('go', { to }));
    }
    if (type === 'lip:save') {
      void next(async () => {
        await save();
        if (!saving.hasUnsaved() && !isLost) portal.send('lip:progress', { revision, page });
      });
    }
  });

  draw(opened, 0, null);
  ready();
  const tellAgain = tellHeight(portal);
  session.watch(opened.secondsLeft);
  misbehave(opened, portal);
}
