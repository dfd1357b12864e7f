import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { show } from '#ui/form/testing/render.tsx';
import { type Toast, ToastRegion } from './toast.tsx';

afterEach(cleanup);

const toast = (id: string): Toast => ({ id, type: 'info', text: id });

function Page({ onAttention }: { onAttention: (given: boolean) => void }) {
  const [toasts, setToasts] = useState(['first', 'second', 'third'].map(toast));
  return (
    <>
      <button type="button">elsewhere</button>
      <ToastRegion
        present
        toasts={toasts}
        onConfirm={(id) => setToasts((all) => all.filter((it) => it.id !== id))}
        onAttention={onAttention}
      />
    </>
  );
}

const focused = () => document.activeElement?.closest('.sp-toast')?.querySelector('p')?.textContent;

it('keeps the focus at the messages until the last is confirmed, so that leaving them is noticed', async () => {
  const onAttention = vi.fn();
  const user = userEvent.setup();
  show(<Page onAttention={onAttention} />);
  await user.tab();
  await user.tab();
  await user.tab();
  expect(focused()).toBe('second');
  await user.keyboard('{Enter}');
  expect(focused()).toBe('third');
  await user.keyboard('{Enter}');
  expect(focused()).toBe('first');
  expect(onAttention).toHaveBeenLastCalledWith(true);
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByText('elsewhere'));
  expect(onAttention).toHaveBeenLastCalledWith(false);
});
