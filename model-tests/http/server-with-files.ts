import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Partners, readContent, startPartners } from '#stand-ins/partners.ts';
import { freePorts } from './free-ports.ts';

/** A server as it is installed: its secrets are in files, which it reads again when it is told to. */
export type ServerWithFiles = {
  url: string;
  partners: Partners;
  /** Returns everything that it has written. */
  output(): string;
  write(secret: string, value: string): void;
  /** Has it read its files again; returns once it has said so. */
  readAgain(message: string): Promise<void>;
  close(): Promise<void>;
};

type Given = {
  /** Values of the secrets that are in files, by the names of their variables. */
  secrets: Readonly<Record<string, string>>;
  environment?: Readonly<Record<string, string>>;
};

/** @param given returns what differs from the demonstration */
export async function startServerWithFiles(given: (partners: Partners) => Given): Promise<ServerWithFiles> {
  const folder = mkdtempSync(path.join(tmpdir(), 'with-files-'));
  const fileOf = (name: string) => path.join(folder, name);
  const write = (name: string, value: string) => writeFileSync(fileOf(name), value);
  const prepared = process.env.PREPARED ?? '';
  for (const part of ['partners', 'data'])
    cpSync(path.join(prepared, part), fileOf(part), { recursive: true });
  const port = await freePorts();
  const url = `http://localhost:${port}`;
  const [stateDir, content] = [fileOf('partners'), readContent('content')];
  const partners = await startPartners({ stateDir, content, portalUrl: url, acceptAfterMs: 0 });
  const { secrets: inFiles, environment = {} } = given(partners);
  for (const [name, value] of Object.entries(inFiles)) write(name, value);
  const others = Object.entries({ ...partners.environment, ...environment }).filter(
    ([name]) => !(name in inFiles),
  );
  let output = '';
  const server: ChildProcess = spawn(process.execPath, ['src/server/main.ts'], {
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(others),
      ...Object.fromEntries(Object.keys(inFiles).map((name) => [`${name}_FILE`, fileOf(name)])),
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: fileOf('data'),
      LOG_LEVEL: 'info',
      SECURITY_LOG: fileOf('security.log'),
    },
  });
  for (const stream of [server.stdout, server.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text;
    });
  const said = async (message: string, before = 0) => {
    while (!output.slice(before).includes(message)) {
      if (server.exitCode !== null) throw new Error(output);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  await said('Server listening');
  return {
    url,
    partners,
    output: () => output,
    write,
    readAgain: async (message) => {
      const before = output.length;
      server.kill('SIGHUP');
      await said(message, before);
    },
    close: async () => {
      if (server.exitCode === null) {
        server.kill('SIGTERM');
        await once(server, 'exit');
      }
      await partners.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
