import { buildWhenChanged } from '#stand-ins/build.ts';

/** Builds what the services of the tests send before the first of them starts: two files would do so at a time. */
export default async function buildOnce(): Promise<void> {
  await buildWhenChanged();
}
