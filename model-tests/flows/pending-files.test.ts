import { expect, it } from 'vitest';
import { takenFiles } from '#machines/upload/pending-files.ts';

const place = { path: 'photo', several: false, kept: [] };
const limits = { filePattern: 'image/jpeg', fileMaxSize: '1MB' };
const jpeg = { name: 'a.jpg', size: 10, type: 'image/jpeg', content: null };
const preparedFor = (field: Parameters<typeof takenFiles>[1]['field']) =>
  takenFiles([], { ...place, field }, [jpeg])[0]!.picture;

it('a picture is prepared for what its field asks of pictures, and nothing else of the field goes along', () => {
  expect(preparedFor({ ...limits, properties: { picture: 'portrait', later: 'yes' } })).toEqual({
    ...limits,
    properties: { picture: 'portrait' },
  });
  expect(preparedFor({ ...limits, properties: { later: 'yes' } })).toEqual(limits);
});
