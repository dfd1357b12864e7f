import { expect, it } from 'vitest';
import { operatorIn, rolesIn } from './operator-claims.ts';

const names = { look: ['viewer'], repair: ['admin', 'fixer'], erase: ['privacy'] };

it.each([
  ['a list', { roles: ['admin', 'viewer'] }, 'roles', ['look', 'repair']],
  ['a single text', { roles: 'privacy' }, 'roles', ['erase']],
  ['inside another claim', { realm_access: { roles: ['fixer'] } }, 'realm_access.roles', ['repair']],
  [
    'a name with a dot',
    { 'https://admin.example/roles': ['viewer'] },
    'https://admin.example/roles',
    ['look'],
  ],
  ['no role of ours', { roles: ['look', 'repair', 'erase'] }, 'roles', []],
  ['part of a name', { roles: ['admins', 'ADMIN', 'admin viewer'] }, 'roles', []],
  ['no claim', {}, 'roles', []],
  ['another shape', { roles: { admin: true } }, 'roles', []],
  ['what every object has', {}, 'constructor.name', []],
])('roles are read from %s', (_what, claims, claim, roles) => {
  expect(rolesIn(claims, claim, names)).toEqual(roles);
});

it('a person is called by the best name that is there', () => {
  const sub = 'op-1';
  expect(operatorIn({ sub, name: 'Kirsten Jensen', preferred_username: 'kjensen' }).name).toBe(
    'Kirsten Jensen',
  );
  expect(operatorIn({ sub, preferred_username: 'kjensen' }).name).toBe('kjensen');
  expect(operatorIn({ sub, name: ' ', preferred_username: 7 })).toEqual({ subject: sub, name: sub });
  expect(operatorIn({ sub, name: 'two\nlines' }).name).toBe(sub);
  expect(operatorIn({ sub, name: 'x'.repeat(500) }).name).toHaveLength(100);
});

it.each([[undefined], [''], [7], ['x'.repeat(256)], ['a\u0000b']])('nobody is called %j', (sub) => {
  expect(() => operatorIn({ sub, name: 'Kirsten Jensen' })).toThrow(/the subject/);
});
