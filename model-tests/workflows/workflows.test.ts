import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sectionOf } from './markdown.ts';
import { pagesFolder, workflowPages, workflows } from './pages.ts';
import { picturesOf } from './pictures.ts';

const pages = await workflowPages();
const all = await workflows();
const folders = readdirSync(new URL('../../machines/', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'kit' && entry.name !== 'drawing')
  .map(({ name }) => name);

const specification = [
  ...readFileSync(new URL('../../docs/specification.md', import.meta.url), 'utf8').matchAll(/^### (.+)$/gm),
].map(([, heading = '']) => heading);

const COMMAND = 'run `npm run workflows` and commit docs/workflows';

describe('docs/workflows', () => {
  it('has a page for every folder of machines, and no other', () => {
    expect(readdirSync(pagesFolder).sort(), COMMAND).toEqual(
      ['README.md', ...folders.map((name) => `${name}.md`)].sort(),
    );
  });

  it.each([...pages])('%s is what its machine says today', (file, text) => {
    const place = new URL(file, pagesFolder);
    expect(existsSync(place) ? readFileSync(place, 'utf8') : 'no file', COMMAND).toBe(text);
  });
});

describe.each(all)('$machine.name', ({ machine, about }) => {
  const text = pages.get(`${machine.name}.md`) ?? '';

  it('says what it is about', () => {
    expect(about).toMatch(/^[A-Z].*\.$/);
  });

  it('names the section of the specification for every rule', () => {
    const anchors = specification.map((heading) => heading.toLowerCase().replaceAll(' ', '-'));
    for (const arrow of machine.arrows.filter(({ rule }) => rule !== null)) {
      expect(anchors, arrow.id).toContain(sectionOf(machine.name, arrow));
    }
  });

  it('draws every state, and every arrow that leads to another one', () => {
    const pictures = picturesOf(machine);
    const shown = pictures.flatMap(({ of, boxes }) => [of.path, ...pathsOf(boxes)]);
    const states = machine.states.map(({ path }) => path).filter((path) => path !== '');
    expect(states.filter((path) => !shown.includes(path))).toEqual([]);
    const labels = pictures.flatMap(({ lines }) => lines.flatMap((line) => line.labels));
    for (const { event } of machine.arrows.filter(({ to }) => to.length > 0)) {
      expect(labels.some((label) => label.startsWith(event))).toBe(true);
    }
  });

  it('writes nothing that Mermaid cannot read', () => {
    const drawings = [...text.matchAll(/```mermaid\n(.*?)```/gs)].map(([, drawing = '']) => drawing);
    const statement =
      /^(stateDiagram-v2|direction (TB|LR)|--|\}|(\[\*\]|s_\w+) --> (\[\*\]|s_\w+)( : [^:;#"{}]+)?|state "[^:;#"{}<>]+" as s_\w+( \{)?|classDef outside [\w:-]+|class [\w,]+ outside)$/;
    const lines = drawings.flatMap((drawing) => drawing.trim().split('\n'));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => !statement.test(line.trim()))).toEqual([]);
  });
});

type Boxes = ReturnType<typeof picturesOf>[number]['boxes'];

function pathsOf(boxes: Boxes): string[] {
  return boxes.flatMap(({ state, inside }) => [state.path, ...pathsOf(inside)]);
}
