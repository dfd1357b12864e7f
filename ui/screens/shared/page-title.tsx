import type { ComponentProps } from 'react';
import { PageHeading } from '#ui/kit/heading.tsx';
import { useDocumentHead } from './document-head.tsx';

/**
 * The title of the window until a heading gives it another: it stands before what is shown, so that its effect runs
 * first.
 */
export function FirstTitle({ children }: { children: string }) {
  useDocumentHead({ title: children });
  return null;
}

/** The heading of a page whose window is named by it. */
export function TitledHeading({
  children,
  ...heading
}: Omit<ComponentProps<typeof PageHeading>, 'children'> & { children: string }) {
  useDocumentHead({ title: children });
  return <PageHeading {...heading}>{children}</PageHeading>;
}
