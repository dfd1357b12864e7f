import { useTranslation } from 'react-i18next';
import type { ServiceAnswer } from '#contract/content.ts';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { Html } from '#ui/kit/html.tsx';
import { Icon } from '#ui/kit/icon.tsx';
import { Link } from '#ui/kit/link.tsx';
import { durationText } from '../shared/duration-text.ts';
import { useLocale } from '../shared/portal-context.tsx';
import { costText } from './cost-text.ts';
import { PrintButton } from './print-button.tsx';
import { ResponsibleAuthority } from './responsible-authority.tsx';
import type { ServicePart } from './service-parts.ts';

/** One part of the page, always expanded: figures first, then the words about them. */
export function ServiceSection({
  part: { module, html, showsFigures },
  answer,
}: {
  part: ServicePart;
  answer: ServiceAnswer;
}) {
  const { t } = useTranslation('service');
  const isChecklist = module === 'documents';
  return (
    <section className="sp-section" aria-labelledby={module}>
      <div className="sp-section__head">
        <SectionHeading id={module}>{t(`sections.${module}`)}</SectionHeading>
        {isChecklist && <PrintButton />}
      </div>
      {module === 'cost' && showsFigures && <Costs answer={answer} />}
      {module === 'deadlines' && showsFigures && <Deadlines answer={answer} />}
      {module === 'responsible' && <ResponsibleAuthority answer={answer} />}
      {html !== null && <Html html={html} checklist={isChecklist} />}
      {module === 'furtherInformation' && <Links answer={answer} />}
    </section>
  );
}

function Costs({ answer: { service } }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  const locale = useLocale();
  const rows = service.costs.map((cost) => ({
    figure: cost.surcharge ? t('cost.plus', { cost: costText(cost, locale, t) }) : costText(cost, locale, t),
    label: cost.label ?? '',
  }));
  return <Figures rows={rows} />;
}

function Deadlines({ answer: { service } }: { answer: ServiceAnswer }) {
  const { t } = useTranslation('service');
  const rows = service.deadlines.map(({ duration, label }) => ({
    figure: durationText(duration, t),
    label,
  }));
  return <Figures rows={rows} />;
}

/** Amounts or times with their purpose, one per line. */
function Figures({ rows }: { rows: readonly { figure: string; label: string }[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="sp-figures">
      {rows.map(({ figure, label }) => (
        <li key={`${figure} ${label}`}>
          <strong>{figure}</strong> {label && <span>{label}</span>}
        </li>
      ))}
    </ul>
  );
}

function Links({ answer: { service } }: { answer: ServiceAnswer }) {
  if (service.links.length === 0) return null;
  return (
    <ul className="sp-links">
      {service.links.map(({ url, label }) => (
        <li key={url}>
          <Link quiet href={url}>
            {label}
            <Icon name="open-in-new" size="small" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
