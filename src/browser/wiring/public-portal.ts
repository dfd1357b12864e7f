import { createActor } from 'xstate';
import { type Portal, portalMachine } from '#machines/portal/portal.machine.ts';
import type { PortalInput } from '#machines/portal/portal.types.ts';
import type { PageApi } from '../api.ts';
import type { Inspect } from '../inspection/inspected-key.ts';
import { isPhone } from '../phone.ts';
import { ownBuild } from './build.ts';
import { sharedActions, sharedFlows } from './shared-flows.ts';

type PublicPortalOptions = Pick<
  PortalInput,
  'locale' | 'place' | 'loginOutcome' | 'lastLogin' | 'loginRefusal' | 'logoutReturn'
> & { inspect?: Inspect | undefined };

/** Secures nothing: input on a public page is in its address, or in fields that the browser restores. */
const nothingToSecure = () => Promise.resolve();

/** The flows of the public pages with their implementations. */
export const wirePublicPortal = (api: PageApi): typeof portalMachine =>
  portalMachine.provide({ actors: sharedFlows(api, nothingToSecure), actions: sharedActions });

/**
 * The root of all workflows for the public pages, without those of applications and drafts. Until `start()` it is
 * readable with all its children but calls and stores nothing, so that the page can be hydrated unchanged.
 */
export const createPublicPortal = (
  flows: typeof portalMachine,
  { inspect, ...input }: PublicPortalOptions,
): Portal =>
  createActor(flows, {
    inspect,
    input: { ...input, now: Date.now, appCanBeAsked: !isPhone(), buildId: ownBuild() },
  });
