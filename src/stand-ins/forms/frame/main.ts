import { Lost, redeem } from './calls.ts';
import { showLost } from './lost.ts';
import { listenTo, speakTo, tellHeight } from './portal.ts';
import { run } from './run.ts';

const content = document.querySelector('main') as HTMLElement;

/** Removes the token from the address, redeems it, and shows the form. */
async function start(): Promise<void> {
  const token = location.hash.slice(1);
  history.replaceState(null, '', location.pathname);
  const opened = await redeem(token).catch((error: unknown) => (error instanceof Error ? error : null));
  if (opened && !(opened instanceof Error)) return run(opened, content);
  showLost(content, null);
  const portals = document.querySelector<HTMLMetaElement>('meta[name=portals]')?.content ?? '';
  for (const origin of portals.split(' ').filter((one) => one !== '')) {
    const portal = speakTo(origin, opened instanceof Lost ? opened.caseId : null);
    const tell = () => portal.send('lip:session', { state: 'lost' });
    tellHeight(portal);
    tell();
    listenTo(origin, ({ type }) => type === 'lip:hello' && tell());
  }
}

void start();
