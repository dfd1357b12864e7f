import { KIEL, offerOf, pdf } from '#model-tests/http/applications.ts';
import type { PortalClient } from '#model-tests/http/client.ts';
import { RIGHT } from '#stand-ins/forms/fixture.ts';
import { visitForm } from '#stand-ins/forms/visit.ts';

/** Starts an application whose form runs on the form server. @returns its id */
export async function startLicence(client: PortalClient): Promise<string> {
  const { metadataId } = offerOf('jagdschein');
  return (await client.call('startProcess', { body: { metadataId, area: KIEL } })).id;
}

/** Starts such an application and fills it in to its end. @returns its id */
export async function filledLicence(client: PortalClient): Promise<string> {
  const id = await startLicence(client);
  const params = { id };
  const access = await client.call('getAccessData', { params, query: {} });
  if (access.fmsType !== 'LIP') throw new Error('the hunting licence has no frame');
  const { version, frame } = access;
  const visit = await visitForm(frame);
  await visit.fill(RIGHT);
  await visit.upload('certificate', pdf('Zeugnis'), 'Zeugnis.pdf');
  await visit.complete();
  const { caseId } = frame;
  await client.call('saveProgress', { params, query: {}, body: { version, caseId } });
  return id;
}
