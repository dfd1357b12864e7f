import '#ui/styles/workshop.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { localeOfPath } from '#contract/pages.ts';
import { WorkshopRoot } from './workshop-root.tsx';

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <WorkshopRoot locale={localeOfPath(location.pathname)} />
  </StrictMode>,
);
