import { memo, Suspense } from 'react';
import { isField } from '#forms/components.ts';
import type { Component, ComponentOf, FieldComponent } from '#forms/types.ts';
import { SectionHeading } from '#ui/kit/heading.tsx';
import { later } from '#ui/kit/later.tsx';
import { Skeleton } from '#ui/kit/loader.tsx';
import { CheckboxField, RadioField, SelectboxesField } from './choice-fields.tsx';
import { Content } from './content.tsx';
import { DatetimeField, DayField } from './date-fields.tsx';
import { GridField } from './grid-field.tsx';
import { OutputField } from './output-field.tsx';
import { NameField, NumberField, SelectField, TextAreaField, TextField } from './text-fields.tsx';
import { useHidden } from './use-form.ts';

/** Few pages have files: the others need not wait for the upload code. */
const FileField = later(async () => (await import('./file-field.tsx')).FileField);

/** Components one below the other. `prefix` is the data path of the row they are in, '' on a page. */
export function Components({
  components,
  prefix = '',
}: {
  components: readonly Component[];
  prefix?: string;
}) {
  return components.map((component) => (
    <ComponentView key={component.key} component={component} prefix={prefix} />
  ));
}

const ComponentView = memo(function ComponentView({
  component,
  prefix,
}: {
  component: Component;
  prefix: string;
}) {
  const path = prefix + component.key;
  if (useHidden(path)) return null;
  if (isField(component)) return <FieldView component={component} path={path} />;
  switch (component.type) {
    case 'content':
      return <Content html={component.html} />;
    case 'columns':
      return <Columns component={component} prefix={prefix} />;
    case 'fieldset':
      return <Fieldset component={component} prefix={prefix} />;
    case 'panel':
      return <Components components={component.components} prefix={prefix} />;
    default:
      component satisfies never;
  }
});

function FieldView({ component, path }: { component: FieldComponent; path: string }) {
  if (component.type === 'hidden') return null;
  if (component.calculateValue !== undefined) return <OutputField component={component} path={path} />;
  if (component.type === 'textfield' && component.properties?.namesFrom !== undefined)
    return <NameField component={component} path={path} />;
  switch (component.type) {
    case 'textfield':
    case 'email':
    case 'phoneNumber':
      return <TextField component={component} path={path} />;
    case 'textarea':
      return <TextAreaField component={component} path={path} />;
    case 'number':
    case 'currency':
      return <NumberField component={component} path={path} />;
    case 'day':
      return <DayField component={component} path={path} />;
    case 'datetime':
      return <DatetimeField component={component} path={path} />;
    case 'select':
      return <SelectField component={component} path={path} />;
    case 'radio':
      return <RadioField component={component} path={path} />;
    case 'selectboxes':
      return <SelectboxesField component={component} path={path} />;
    case 'checkbox':
      return <CheckboxField component={component} path={path} />;
    case 'file':
      return (
        <Suspense fallback={<Skeleton />}>
          <FileField component={component} path={path} />
        </Suspense>
      );
    case 'datagrid':
    case 'editgrid':
      return (
        <GridField
          component={component}
          path={path}
          renderRow={(prefix) => <Components components={component.components} prefix={prefix} />}
        />
      );
    default:
      component satisfies never;
  }
}

function Columns({ component, prefix }: { component: ComponentOf<'columns'>; prefix: string }) {
  return (
    <div className="sp-form__columns">
      {component.columns.map((column) => (
        <div
          key={column.components.map(({ key }) => key).join(' ')}
          className={`sp-form__column sp-form__column--${column.width}`}
        >
          <Components components={column.components} prefix={prefix} />
        </div>
      ))}
    </div>
  );
}

function Fieldset({ component, prefix }: { component: ComponentOf<'fieldset'>; prefix: string }) {
  return (
    <fieldset className="sp-form__fieldset">
      <legend className="sp-form__legend">
        <SectionHeading small>{component.legend}</SectionHeading>
      </legend>
      <Components components={component.components} prefix={prefix} />
    </fieldset>
  );
}
