import { meantName } from './mistyped.ts';

const CONVERTED = 'npm run import:form turns it into what is supported';

/** Types of Form.io that the portal does not have, and the nearest way. */
const WAYS: Record<string, string> = {
  panel: `a page cannot stand in another one; use a fieldset, or ${CONVERTED}`,
  well: CONVERTED,
  htmlelement: `use content, or ${CONVERTED}`,
  container: `use a fieldset, or ${CONVERTED}`,
  table: `use columns, or ${CONVERTED}`,
  tabs: `use fieldsets, or ${CONVERTED}`,
  survey: `use a radio for each question, or ${CONVERTED}`,
  address: `use a textfield for each part of the address, or ${CONVERTED}`,
  datamap: `use a datagrid, or ${CONVERTED}`,
  tags: `use a textfield or a datagrid, or ${CONVERTED}`,
  button: 'leave it out, the portal has its own buttons',
  recaptcha: 'leave it out, the portal protects itself',
  password: 'leave it out: people log in with their account, a form never asks for a password',
  resource: 'use a select whose options are in the form (data.values)',
  form: 'put the components of the other form into this one',
  tree: 'use a datagrid',
  dynamicWizard: 'use an editgrid',
  datasource: 'use a select whose options are in the form (data.values)',
  dataFetcher: 'use selectboxes whose options are in the form (values)',
  activities: 'use a select whose options are in the form (data.values)',
  drivinglist: 'use an editgrid with a day and a number',
  sender: 'use textfields for the sender',
  accordion: `use content, or ${CONVERTED}`,
  location: 'use a textfield for the place',
  sketchpad: 'use a file',
};

/** The reason why a component's type is refused, with the nearest way. */
export function unknownType(type: string, known: readonly string[]): string {
  const refused = `component type "${type}" is not supported here`;
  const way = WAYS[type];
  if (way) return `${refused}: ${way}`;
  const meant = meantName(type, known);
  return meant ? `${refused}: did you mean "${meant}"?` : `${refused} (docs/forms.md lists those that are)`;
}
