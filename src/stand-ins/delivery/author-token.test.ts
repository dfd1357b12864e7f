import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { decodeJwt } from 'jose';
import { afterEach, expect, it, vi } from 'vitest';
import { createEnvelopes } from '#server/submission/postbox/envelope.ts';
import { loadKeyPair } from '#stand-ins/kit/key-pair.ts';

const message = {
  mailboxUuid: '5ee0a0a0-2d5a-4a6e-9b0f-0e4f6d0b6a11',
  messageId: 'message-1',
  sender: 'Stadt Kiel',
  title: 'Ihr Antrag ist eingegangen',
  content: 'Guten Tag',
  service: 'Hundesteuer',
  senderUrl: 'https://service.example.org',
  attachments: [],
};

afterEach(() => vi.unstubAllGlobals());

it('has an author token of half an hour and no second more, also when a second passes while it is made', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'envelope-'));
  const seal = createEnvelopes(await loadKeyPair(folder, 'signer', 'Serviceportal'));
  await rm(folder, { recursive: true });
  let seconds = 1_800_000_000;
  const tick = () => {
    seconds += 1;
    return seconds * 1000;
  };
  vi.stubGlobal(
    'Date',
    class extends Date {
      static override now = tick;
      constructor() {
        super(tick());
      }
    },
  );
  const { authorToken } = JSON.parse(await seal(message));
  const { iat = 0, exp = 0 } = decodeJwt(authorToken);
  expect(exp - iat).toBe(1800);
});
