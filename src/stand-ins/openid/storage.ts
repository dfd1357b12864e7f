import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider';

/** Data of the provider during logins, in memory. */
export function createStorage(): AdapterFactory {
  const rows = new Map<string, AdapterPayload>();
  return (name) => {
    const key = (id: string) => `${name}:${id}`;
    const find = async (matches: (row: AdapterPayload) => boolean, ofModel: string) =>
      [...rows].find(([id, row]) => id.startsWith(`${ofModel}:`) && matches(row))?.[1];
    const adapter: Adapter = {
      upsert: async (id, payload) => void rows.set(key(id), payload),
      find: async (id) => rows.get(key(id)),
      findByUid: (uid) => find((row) => row.uid === uid, name),
      findByUserCode: (userCode) => find((row) => row.userCode === userCode, name),
      consume: async (id) => {
        const row = rows.get(key(id));
        if (row) rows.set(key(id), { ...row, consumed: Math.floor(Date.now() / 1000) });
      },
      destroy: async (id) => void rows.delete(key(id)),
      revokeByGrantId: async (grantId) => {
        for (const [id, row] of rows) if (row.grantId === grantId) rows.delete(id);
      },
    };
    return adapter;
  };
}
