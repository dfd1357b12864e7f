/** Parts of the names that CHEFS gives to its variants of Form.io's components. */
const SIMPLE = /^simple(.+?)(advanced)?$/;

const OTHER_NAMES: Record<string, string> = {
  phonenumber: 'phoneNumber',
  checkboxes: 'selectboxes',
  radios: 'radio',
  paragraph: 'content',
  heading: 'content',
  cols2: 'columns',
  cols3: 'columns',
  cols4: 'columns',
  buttonsubmit: 'button',
  buttonreset: 'button',
  btnsubmit: 'button',
  btnreset: 'button',
  html: 'htmlelement',
  // Norway's labour and welfare administration (navikt/skjemabygging-formio).
  alertstripe: 'content',
  radiopanel: 'radio',
  navSelect: 'select',
  navCheckbox: 'checkbox',
  navSkjemagruppe: 'fieldset',
  row: 'well',
  formioTextArea: 'textarea',
  firstName: 'textfield',
  surname: 'textfield',
};

/** The type that a component has in Form.io; `simpletextfield` of CHEFS is a textfield. */
export function typeName(type: string): string {
  const name = SIMPLE.exec(type)?.[1] ?? type;
  return OTHER_NAMES[name] ?? name;
}
