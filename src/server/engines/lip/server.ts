import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { FormServer } from '#server/ports/form-server.ts';
import { FormServerOutdated, FormServerRefused } from '#server/ports/form-server.ts';
import { opened, prolonged, state } from './answers.ts';
import { createCalls, type LipConfig } from './calls.ts';
import { lipDefinition } from './definition.ts';
import { readData, writeData } from './told.ts';

/** Version of the protocol. */
const PROTOCOL = 1;

/** The form server of the engine LIP. @param portal origin of the portal: only it may frame the form */
export function createLipServer(config: LipConfig, portal: string): FormServer {
  const calls = createCalls(config);
  return {
    async open(form, { processId, locale, page, stored }) {
      const { formId } = lipDefinition(form);
      const { prefill, told } = readData(stored);
      const files = (told?.files ?? []).flatMap(({ upload, ...file }) => (upload ? [file] : []));
      const claims = {
        protocol: PROTOCOL,
        processId,
        formId,
        locale,
        portal,
        page,
        data: told?.data ?? null,
        files,
        prefill,
      };
      const { caseId, token, protocol } = await calls.ask('open', claims, opened);
      if (protocol !== PROTOCOL) throw new FormServerOutdated(`open: version ${protocol}`);
      return { address: `${config.url}/frame`, token, caseId };
    },
    async state(form, which) {
      const told = await calls.ask('state', { ...which }, state);
      const { formId, fees } = lipDefinition(form);
      if (told.feeCents !== null && fees && !fees.includes(told.feeCents)) {
        throw new FormServerRefused('state: a fee that the content does not know');
      }
      if (told.formId !== formId) {
        throw new FormServerRefused('state: the answer is about another form');
      }
      return told;
    },
    async *readFile(which, { id, sha256 }) {
      const bytes = await calls.file({ ...which, fileId: id });
      const hash = createHash('sha256').update(bytes).digest('hex');
      if (hash !== sha256) throw new FormServerRefused('file: other bytes than announced');
      yield bytes;
    },
    prolong: async (which) => (await calls.ask('prolong', { ...which }, prolonged)).sessionExpires,
    close: async (which) => void (await calls.ask('close', { ...which }, z.object({}))),

    toStore({ caseId }, { formId: _f, lastInput: _l, files, ...told }, uploads, before) {
      const known = new Map(uploads.map(({ id, value }) => [id, value]));
      const stored = files.map((file) => ({ ...file, upload: known.get(file.id) ?? null }));
      return writeData({ ...readData(before), told: { ...told, caseId, files: stored } });
    },
    storedOf(data) {
      const { told } = readData(data);
      return {
        caseId: told?.caseId ?? null,
        revision: told?.revision ?? null,
        uploads: (told?.files ?? []).flatMap(({ id, sha256, upload }) =>
          upload ? [{ id, sha256, value: upload }] : [],
        ),
      };
    },
  };
}
