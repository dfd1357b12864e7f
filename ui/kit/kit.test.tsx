import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { show } from '#ui/form/testing/render.tsx';
import { Button } from './button.tsx';
import { RadioGroup } from './choice.tsx';
import { Dialog, type DialogOutcome } from './dialog.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { FileInput, type ListedFile } from './file-input.tsx';
import { TextArea, TextInput } from './text-input.tsx';

afterEach(cleanup);
beforeAll(() => {
  // jsdom has no layout and no modal dialogs: the minimum of both that the kit needs.
  Element.prototype.scrollIntoView ??= () => {};
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false;
  };
});

function DialogPage({ onOutcome }: { onOutcome: (outcome: DialogOutcome) => void }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Löschen</Button>
      <Dialog
        open={open}
        title="Entwurf löschen?"
        ok="Entwurf löschen"
        cancel="Behalten"
        onOutcome={(outcome) => {
          setOpen(false);
          onOutcome(outcome);
        }}
      >
        <p>Für immer.</p>
      </Dialog>
    </>
  );
}

function RadioPage() {
  const [value, setValue] = useState('a');
  const options = [
    { value: 'a', label: 'Ja' },
    { value: 'b', label: 'Nein' },
  ];
  return <RadioGroup id="dog" label="Hund?" value={value} onChange={setValue} options={options} />;
}

function TextPage() {
  const [value, setValue] = useState('');
  return <TextArea id="text" label="Text" maxLength={3} value={value} onChange={setValue} />;
}

describe('error summary', () => {
  const errors = [{ fieldId: 'name', text: 'Bitte füllen Sie das Feld „Name“ aus.' }];
  const page = (attempt: number) => (
    <>
      <ErrorSummary errors={errors} attempt={attempt} />
      <TextInput id="name" label="Name" value="" onChange={() => {}} />
    </>
  );

  it('takes the focus when it appears and at every further attempt', async () => {
    const { again } = await show(page(0));
    const box = screen.getByRole('region', { name: 'Bitte prüfen Sie diese Angabe' });
    expect(document.activeElement).toBe(box);
    screen.getByLabelText('Name').focus();
    again(page(1));
    expect(document.activeElement).toBe(box);
  });

  it('counts what is left, also after a browser has translated the page', async () => {
    const two = [...errors, { fieldId: 'name', text: 'Noch etwas' }];
    const { again } = await show(<ErrorSummary errors={two} />);
    const heading = screen.getByRole('heading', { name: 'Bitte prüfen Sie diese 2 Angaben' });
    const words = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode() as Text;
    const translated = document.createElement('font');
    translated.textContent = 'Please check these 2 answers';
    words.replaceWith(translated);
    again(<ErrorSummary errors={errors} />);
    screen.getByRole('heading', { name: 'Bitte prüfen Sie diese Angabe' });
  });

  it('leads to the field, by keyboard too', async () => {
    await show(page(0));
    const user = userEvent.setup();
    await user.tab();
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  });
});

describe('dialog', () => {
  it.each([
    ['Entwurf löschen', 'ok'],
    ['Behalten', 'cancel'],
    ['Fenster schließen', 'dismiss'],
  ])('“%s” ends it with %s and gives the focus back', async (words, outcome) => {
    const onOutcome = vi.fn();
    await show(<DialogPage onOutcome={onOutcome} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Löschen' }));
    expect(document.activeElement?.textContent).toBe('Behalten');
    await user.click(screen.getByRole('button', { name: words }));
    expect(onOutcome.mock.calls).toEqual([[outcome]]);
    expect(document.activeElement?.textContent).toBe('Löschen');
  });

  it('starts at its heading where its actions are out of sight, and keeps the focus when its contents go', async () => {
    const scrollHeight = vi.spyOn(HTMLDialogElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
    const dialog = (title: string, children: React.ReactNode) => (
      <Dialog open title={title} ok="Weiter" onOutcome={() => {}}>
        {children}
      </Dialog>
    );
    const { again } = await show(dialog('Was Sie brauchen', <button type="button">Sichern</button>));
    scrollHeight.mockRestore();
    expect(document.activeElement?.textContent).toBe('Was Sie brauchen');
    screen.getByRole('button', { name: 'Sichern' }).focus();
    again(dialog('Ihre Datei ist fertig', <p>Code</p>));
    expect(document.activeElement?.textContent).toBe('Ihre Datei ist fertig');
  });

  it('Escape dismisses it', async () => {
    const onOutcome = vi.fn();
    await show(<DialogPage onOutcome={onOutcome} />);
    await userEvent.click(screen.getByRole('button', { name: 'Löschen' }));
    fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
    expect(onOutcome.mock.calls).toEqual([['dismiss']]);
  });
});

it('a busy button keeps the focus and answers no click', async () => {
  const onClick = vi.fn();
  await show(
    <Button busy onClick={onClick}>
      Wird gesendet
    </Button>,
  );
  const button = screen.getByRole('button');
  await userEvent.click(button);
  expect(document.activeElement).toBe(button);
  expect(onClick).not.toHaveBeenCalled();
});

it('radio buttons are one stop for the tab key and change by arrow', async () => {
  await show(<RadioPage />);
  const user = userEvent.setup();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Ja'));
  await user.keyboard('{ArrowDown}');
  expect(screen.getByLabelText<HTMLInputElement>('Nein').checked).toBe(true);
});

it('a text area counts characters as people do and takes more than allowed', async () => {
  await show(<TextPage />);
  const area = screen.getByLabelText('Text');
  await userEvent.type(area, '👋');
  expect(screen.getByText('Noch 2 Zeichen')).toBeDefined();
  await userEvent.type(area, 'abcd');
  expect(screen.getByText('2 Zeichen zu viel')).toBeDefined();
});

const files: ListedFile[] = [
  { id: '1', name: 'a.pdf', size: 2048, loaded: 2048, stage: 'kept' },
  { id: '2', name: 'b.pdf', size: 2048, loaded: 512, stage: 'sending' },
  { id: '3', name: 'c.pdf', size: 2048, loaded: 0, stage: 'failed', error: 'Keine Verbindung.' },
  { id: '5', name: 'e.pdf', size: 2048, loaded: 512, stage: 'postponed' },
  { id: '4', name: 'd.pdf', size: 2048, loaded: 0, stage: 'refused', error: 'Die Datei ist zu groß.' },
];
const calls = () => ({ onFiles: vi.fn(), onRetry: vi.fn(), onRemove: vi.fn(), onApprove: vi.fn() });

let takeOut: (id: string) => void = () => undefined;
function FilePage() {
  const [list, setList] = useState(files);
  takeOut = (id) => setList((all) => all.filter((file) => file.id !== id));
  return <FileInput id="f" label="Nachweis" accept="application/pdf" multiple files={list} {...calls()} />;
}

describe('files', () => {
  it('each can be cancelled, tried again or removed by its name', async () => {
    const on = calls();
    await show(<FileInput id="f" label="Nachweis" accept="application/pdf" multiple files={files} {...on} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Entfernen a.pdf' }));
    await user.click(screen.getByRole('button', { name: 'Abbrechen b.pdf' }));
    await user.click(screen.getByRole('button', { name: 'Erneut versuchen c.pdf' }));
    await user.click(screen.getByRole('button', { name: 'Abbrechen e.pdf' }));
    expect(on.onRemove.mock.calls).toEqual([['1'], ['2'], ['5']]);
    expect(on.onRetry.mock.calls).toEqual([['3']]);
    expect(screen.queryByRole('button', { name: 'Erneut versuchen d.pdf' }), 'what cannot help').toBeNull();
    expect(screen.getByRole('progressbar', { name: 'b.pdf wird hochgeladen' })).toHaveProperty('value', 0.25);
    expect(screen.getByText(/^Wird hochgeladen, 25/)).toBeDefined();
    expect(screen.getByText(/Sie wird gleich von selbst noch einmal gesendet/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Erneut versuchen e.pdf' }), 'nothing to do').toBeNull();
    expect(screen.getAllByText('Nicht hochgeladen')).toHaveLength(2);
    expect(screen.getByText('Die Datei ist zu groß.')).toBeDefined();
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said.join(), 'why is read out, too').toContain(
      'd.pdf wurde nicht hochgeladen. Die Datei ist zu groß.',
    );
  });

  it('pictures are shown small, with what became of them, and may be doubted', async () => {
    const on = calls();
    const preview = 'data:image/png;base64,AAAA';
    const about = { size: 2_202_010, loaded: 0 };
    const list: ListedFile[] = [
      { ...about, id: '1', name: 'a.jpg', stage: 'preparing' },
      {
        ...about,
        id: '2',
        name: 'b.jpg',
        stage: 'kept',
        picture: { preview, sizeBefore: 19_922_944, doubt: 'blurred' },
      },
      {
        ...about,
        id: '3',
        name: 'c.jpg',
        stage: 'refused',
        picture: { preview, sizeBefore: null, doubt: 'dark' },
      },
    ];
    await show(<FileInput id="f" label="Nachweis" accept="image/jpeg" multiple files={list} {...on} />);
    const user = userEvent.setup();
    expect(screen.getByText('Das Bild wird vorbereitet')).toBeDefined();
    expect(screen.getByText('19 MB, jetzt 2,1 MB')).toBeDefined();
    expect(document.querySelectorAll('img')).toHaveLength(2);
    expect(screen.queryByText(/zu dunkel/), 'what is refused anyway').toBeNull();
    const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
    expect(said.join()).toContain('b.jpg ist hochgeladen. Das Bild ist vielleicht unscharf.');
    expect(said.join()).toContain('a.jpg wird vorbereitet');
    await user.click(screen.getByRole('button', { name: 'Trotzdem verwenden b.jpg' }));
    expect(on.onApprove.mock.calls).toEqual([['2']]);
    await user.click(screen.getByRole('button', { name: 'Andere Datei wählen b.jpg' }));
    const input = screen.getByLabelText<HTMLInputElement>(/Nachweis/, { selector: 'input' });
    const file = new File(['x'], 'd.jpg', { type: 'image/jpeg' });
    fireEvent.change(input, { target: { files: [file] } });
    expect([on.onRemove.mock.calls, on.onFiles.mock.calls]).toEqual([[['2']], [[[file]]]]);
    fireEvent.change(input, { target: { files: [file] } });
    expect(on.onRemove, 'the next one is one more').toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole('button', { name: 'Abbrechen a.jpg' }));
    expect(on.onRemove).toHaveBeenLastCalledWith('1');
  });

  it('in a field for one file another one takes the place of the first when it is there', async () => {
    const on = calls();
    const picture = { preview: 'data:,', sizeBefore: null, doubt: 'blank' } as const;
    const list: ListedFile[] = [{ id: '1', name: 'a.jpg', size: 9, loaded: 9, stage: 'kept', picture }];
    await show(
      <FileInput id="f" label="Nachweis" accept="image/jpeg" multiple={false} files={list} {...on} />,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Andere Datei wählen a.jpg' }));
    const input = screen.getByLabelText<HTMLInputElement>(/Nachweis/, { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['x'], 'b.jpg')] } });
    expect(on.onFiles).toHaveBeenCalledTimes(1);
    expect(on.onRemove).not.toHaveBeenCalled();
  });

  it.each([
    ['is removed', 'Entfernen a.pdf', '1'],
    ['has arrived', 'Abbrechen b.pdf', '2'],
  ])('after the line with the focus %s the focus is on the choice of files', async (_, button, id) => {
    await show(<FilePage />);
    screen.getByRole('button', { name: button }).focus();
    act(() => takeOut(id));
    expect(document.activeElement).toBe(screen.getByLabelText(/Nachweis/, { selector: 'input' }));
  });

  it('says that a file is removed once it is gone, and not before', async () => {
    const said = () => screen.getByRole('status').textContent;
    await show(<FilePage />);
    await userEvent.click(screen.getByRole('button', { name: 'Entfernen a.pdf' }));
    expect(said()).not.toContain('a.pdf ist entfernt');
    act(() => takeOut('1'));
    expect(said()).toContain('a.pdf ist entfernt');
    expect(said()).not.toContain('b.pdf ist entfernt');
  });

  it('files that come and go do not take the focus', async () => {
    await show(<FilePage />);
    act(() => takeOut('1'));
    expect(document.activeElement).toBe(document.body);
  });

  it('the same file can be chosen twice', async () => {
    const on = calls();
    await show(
      <FileInput id="f" label="Nachweis" accept="application/pdf" multiple={false} files={[]} {...on} />,
    );
    const input = screen.getByLabelText(/Nachweis/, { selector: 'input' });
    const file = new File(['x'], 'a.pdf', { type: 'application/pdf' });
    await userEvent.upload(input as HTMLInputElement, file);
    await userEvent.upload(input as HTMLInputElement, file);
    expect(on.onFiles).toHaveBeenCalledTimes(2);
  });
});
