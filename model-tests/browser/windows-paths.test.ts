import type { WindowsContext } from '#machines/windows/windows.types.ts';
import { type WindowsStep, windowsSubject } from '../flows/windows.subject.ts';
import { makeProbeContent } from '../http/probe-content.ts';
import type { Subject } from '../paths/subject.ts';
import { walkPaths } from './walk-paths.ts';
import { WindowsWalker } from './windows-walker.ts';

/** States in which events can happen: only a window that edits has input to refuse, and only an idle one is entered. */
const comesAt: Partial<Record<WindowsStep['type'], RegExp>> = {
  'application.shown': /^idle/,
  'application.left': /^open\.editing/,
  'write.refused': /asking|editing|unsure/,
};
const subject: Subject<WindowsStep, WindowsContext, undefined> = {
  ...windowsSubject,
  events: (view) => windowsSubject.events(view).filter(({ type }) => comesAt[type]?.test(view.state) ?? true),
};

walkPaths('leads a person with two windows through every arrow', {
  subject,
  longest: 12,
  content: () => makeProbeContent({}),
  walker: (stage) => new WindowsWalker(stage),
  timeLimitMs: 1_200_000,
});
