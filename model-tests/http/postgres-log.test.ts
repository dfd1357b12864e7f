import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillIn } from './applications.ts';
import { startPortal } from './portal.ts';
import { startPostgres } from './postgres-server.ts';

const postgres = await startPostgres();
afterAll(() => postgres?.stop());

const settings = {
  log_parameter_max_length: '0',
  log_error_verbosity: 'terse',
} as const;
const parametersIn = (log: string) => log.match(/^.*DETAIL: {2}parameters: .*$/gm) ?? [];
const TOLD = 'the log of the database may get values';

// The log of the embedded database does not exist.
describe.runIf(postgres)('the log of PostgreSQL, which writes down every statement', () => {
  const ask = async (statement: string) => postgres?.ask(statement);
  const url = (role: string) => (postgres?.url ?? '').replace('postgres@', `${role}@`);
  beforeAll(async () => {
    await ask('create role portal login');
    await ask('create database portal owner portal');
    await ask('alter system set log_min_duration_statement = 0');
    await ask('select pg_reload_conf()');
  });

  const apply = async (databaseUrl: string) => {
    let output = '';
    const portal = await startPortal({
      environment: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
      output: (text) => {
        output += text;
      },
    });
    try {
      const client = portal.client();
      await client.call('openPseudo', { body: { locale: 'de' } });
      await fillIn(client, 'hundesteuer');
      return output;
    } finally {
      await portal.close();
    }
  };
  const forPortal = (role: string) => url(role).replace(/postgres$/, 'portal');

  it('has no parameter of a statement of a role that may set that, and nobody is told', async () => {
    const output = await apply(url('postgres'));
    const log = (await postgres?.log()) ?? '';
    expect(log).toMatch(/execute .*: update "process"/);
    expect(parametersIn(log)).toEqual([]);
    expect(output).not.toContain(TOLD);
  });

  it('may have them where the role may not, and the operators are told which settings to set', async () => {
    const output = await apply(forPortal('portal'));
    const line = output.split('\n').find((one) => one.includes(TOLD)) ?? '{}';
    expect(JSON.parse(line).settings).toEqual(settings);
    expect(parametersIn((await postgres?.log()) ?? '')).not.toEqual([]);
  });

  it('has none of a role for which the operators have set them', async () => {
    for (const [name, value] of Object.entries(settings))
      await ask(`alter role portal set ${name} = '${value}'`);
    const before = ((await postgres?.log()) ?? '').length;
    const output = await apply(forPortal('portal'));
    const log = ((await postgres?.log()) ?? '').slice(before);
    expect(log).toMatch(/execute .*: update "process"/);
    expect(parametersIn(log)).toEqual([]);
    expect(output).not.toContain(TOLD);
  });
});
