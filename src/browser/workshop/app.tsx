import '#ui/styles/workshop.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { WorkshopRoot } from './workshop-root.tsx';

createRoot(document.getElementById('app')!).render(
  <StrictMode>
    <WorkshopRoot />
  </StrictMode>,
);
