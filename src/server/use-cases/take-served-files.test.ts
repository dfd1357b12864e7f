import { expect, it } from 'vitest';
import { uploadOf } from './take-served-files.ts';

it('knows a stored file by its name at the form server and by its bytes', () => {
  const stored = {
    id: 'a',
    sha256: '1',
    value: { id: 'u', name: 'a.pdf', size: 1, type: 'application/pdf' },
  };
  expect(uploadOf([stored], { id: 'a', sha256: '1' })).toBe(stored);
  expect(uploadOf([stored], { id: 'a', sha256: '2' })).toBeUndefined();
  expect(uploadOf([stored], { id: 'b', sha256: '1' })).toBeUndefined();
});
