import { Button } from '#ui/kit/button.tsx';

/** The quiet way back above a page, as wide as its label. */
export function BackButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <div className="sp-back">
      <Button variant="quiet" icon="arrow-back" onClick={onClick}>
        {children}
      </Button>
    </div>
  );
}
