import type { Locale } from '#domain/locale.ts';
import { type Html, html } from '#server/html/html.ts';
import { LONGEST_TEXT } from './accepting.ts';
import type { Case } from './cases.ts';
import { dayAt, writeDay } from './days.ts';
import type {
  AnyQuestion,
  ChoiceQuestion,
  FileQuestion,
  FormPage,
  RowQuestion,
  RowsQuestion,
  ValueQuestion,
} from './definition.ts';
import { showSize } from './summary.ts';
import { type Fault, faultsOf, rowsOf } from './values.ts';
import { stepOf, WORDS } from './words.ts';

type Drawing = { one: Case; page: FormPage; locale: Locale; faults: readonly Fault[] };

/** A page of the form as the frame shows it, with the faults that the person is to see. */
export function drawPage(one: Case, page: FormPage, faults: readonly Fault[], now: Date): Html {
  const { form, locale } = one;
  const index = form.pages.indexOf(page);
  const drawing: Drawing = { one, page, locale, faults };
  const isLast = index === form.pages.length - 1;
  const others = faultsOf(form, one.data, one.files, dayAt(now)).filter((fault) => fault.page !== page.key);
  return html`<form novalidate data-page="${page.key}">
<p class="step">${stepOf(index + 1, form.pages.length)[locale]}</p>
<h1 id="title" tabindex="-1">${page.title[locale]}</h1>
${faults.length > 0 && drawFaults(drawing)}
${page.questions.map((question) => drawQuestion(question, drawing))}
<p class="trouble" id="trouble" role="alert"></p><p class="done" id="done" role="status"></p>
<div class="ways">
<button type="submit" class="main">${(isLast ? WORDS.finish : WORDS.next)[locale]}</button>
${!isLast && others.length === 0 && html`<button type="button" data-action="finish">${WORDS.straight[locale]}</button>`}
<button type="button" data-action="back">${WORDS.back[locale]}</button>
</div>
</form>
<p class="vendor">${WORDS.vendor[locale]}</p>`;
}

/** Id of the element for a path, or of its group. */
const idOf = (path: string): string => `q-${path.replace(/[[\].]+/g, '-')}`;
const nameOf = (path: string): string => path.replace(/\[(\d+)\]/g, '.$1');

function drawFaults({ page, faults, locale, one }: Drawing): Html {
  const items = faults.map((fault) => {
    const elsewhere =
      fault.page === page.key ? undefined : one.form.pages.find(({ key }) => key === fault.page);
    const aim = elsewhere ? html`data-go="${elsewhere.key}"` : html`data-focus="${idOf(fault.path)}"`;
    const where = elsewhere ? html`${elsewhere.title[locale]}: ` : rowOf(page, fault, locale);
    return html`<li><button type="button" class="link" ${aim}>${where}${fault.message[locale]}</button></li>`;
  });
  return html`<section class="faults" id="faults" tabindex="-1" aria-labelledby="faults-title">
<h2 id="faults-title">${WORDS.faults[locale]}</h2><ul>${items}</ul></section>`;
}

/** The row of a group that has the fault. */
function rowOf(page: FormPage, { path }: Fault, locale: Locale): string | null {
  const [, key, index] = /^(\w+)\[(\d+)\]/.exec(path) ?? [];
  const rows = page.questions.find((question) => question.key === key);
  return rows?.type === 'rows' ? `${rows.rowLabel[locale]} ${Number(index) + 1}: ` : null;
}

function drawQuestion(question: AnyQuestion, drawing: Drawing): Html {
  const { when } = question;
  const body = drawBody(question, drawing);
  if (!when) return body;
  const is = typeof when.is === 'boolean' ? (when.is ? 'yes' : 'no') : when.is;
  const isAsked = drawing.one.data[when.key] === when.is;
  return html`<div class="further" data-when="${when.key}" data-is="${is}"${!isAsked && html` hidden`}>${body}</div>`;
}

function drawBody(question: AnyQuestion, drawing: Drawing): Html {
  switch (question.type) {
    case 'rows':
      return drawRows(question, drawing);
    case 'file':
      return drawFiles(question, drawing);
    default:
      return drawValue(question, question.key, drawing.one.data[question.key], drawing);
  }
}

type Notes = { id: string; hint: Html | null; fault: Html | null; described: Html | null };

function notesOf(question: AnyQuestion, path: string, { faults, locale, page }: Drawing): Notes {
  const id = idOf(path);
  const found = faults.find((fault) => fault.page === page.key && fault.path === path);
  const hint = question.hint ? html`<p class="hint" id="${id}-hint">${question.hint[locale]}</p>` : null;
  const fault = found
    ? html`<p class="fault" id="${id}-fault"><strong>${WORDS.fault[locale]}</strong> ${found.message[locale]}</p>`
    : null;
  const ids = [hint && `${id}-hint`, fault && `${id}-fault`].filter((one) => one !== null).join(' ');
  const described = ids ? html` aria-describedby="${ids}"` : null;
  return { id, hint, fault, described };
}

const labelOf = ({ label, missing }: AnyQuestion, locale: Locale): Html =>
  html`${label[locale]}${!missing && html` <span class="quiet">${WORDS.optional[locale]}</span>`}`;

function drawValue(question: ValueQuestion, path: string, value: unknown, drawing: Drawing): Html {
  if (question.type === 'choice' || question.type === 'yesNo')
    return drawChoice(question, path, value, drawing);
  const { locale } = drawing;
  const { id, hint, fault, described } = notesOf(question, path, drawing);
  const written = question.type === 'date' ? writeDay(String(value ?? ''), locale) : String(value ?? '');
  const attributes = html`id="${id}" name="${nameOf(path)}" maxlength="${LONGEST_TEXT}"${described}${fault && html` aria-invalid="true"`}${
    question.missing ? html` aria-required="true"` : null
  }${question.autocomplete ? html` autocomplete="${question.autocomplete}"` : html` autocomplete="off"`}`;
  const type = question.type === 'text' && question.format === 'email' ? 'email' : 'text';
  const numeric = question.type === 'text' && question.format === 'postalCode' && html` inputmode="numeric"`;
  const isShort = question.type === 'date' || question.format === 'postalCode';
  const control =
    question.type === 'text' && question.isLong
      ? html`<textarea ${attributes} rows="4">${written}</textarea>`
      : html`<input type="${type}" ${attributes}${numeric}${isShort && html` class="short"`} value="${written}">`;
  return html`<div class="question${fault ? ' wrong' : ''}"><label for="${id}">${labelOf(question, locale)}</label>
${hint}${fault}${control}</div>`;
}

function drawChoice(
  question: ChoiceQuestion | Extract<ValueQuestion, { type: 'yesNo' }>,
  path: string,
  value: unknown,
  drawing: Drawing,
): Html {
  const { locale } = drawing;
  const { id, hint, fault, described } = notesOf(question, path, drawing);
  const options =
    question.type === 'choice'
      ? question.options.map((option) => ({ ...option, isChosen: option.value === value }))
      : [
          { value: 'yes', label: WORDS.yes, isChosen: value === true },
          { value: 'no', label: WORDS.no, isChosen: value === false },
        ];
  const inputs = options.map(
    (option, index) =>
      html`<label class="option"><input type="radio" name="${nameOf(path)}" value="${option.value}" id="${id}${index > 0 && `-${index}`}"${option.isChosen && html` checked`}><span>${option.label[locale]}</span></label>`,
  );
  return html`<fieldset class="question${fault ? ' wrong' : ''}"${described}><legend>${labelOf(question, locale)}</legend>
${hint}${fault}${inputs}</fieldset>`;
}

function drawRows(question: RowsQuestion, drawing: Drawing): Html {
  const { key } = question;
  const { locale, one } = drawing;
  const rows = rowsOf(one.data, key);
  const drawn = rows.map((row, index) => {
    const title = `${question.rowLabel[locale]} ${index + 1}`;
    const inner = question.questions.map((each: RowQuestion) =>
      drawValue(each, `${key}[${index}].${each.key}`, row[each.key], drawing),
    );
    return html`<section class="row" aria-labelledby="row-${key}-${index}">
<h3 id="row-${key}-${index}" tabindex="-1">${title}</h3>${inner}
<button type="button" data-action="removeRow" data-rows="${key}" data-index="${index}">${WORDS.remove[locale]}<span class="unseen"> ${title}</span></button></section>`;
  });
  const more = html`<button type="button" data-action="addRow" data-rows="${key}" data-index="${rows.length}">${question.addLabel[locale]}</button>`;
  return html`<section class="rows" aria-labelledby="rows-${key}">
<h2 id="rows-${key}" tabindex="-1">${labelOf(question, locale)}</h2>
${question.hint !== undefined && html`<p class="hint">${question.hint[locale]}</p>`}${drawn}${rows.length < question.max && more}</section>`;
}

function drawFiles(question: FileQuestion, drawing: Drawing): Html {
  const { key: path, maxFiles } = question;
  const { locale, one } = drawing;
  const { id, hint, fault, described } = notesOf(question, path, drawing);
  const files = one.files.filter((file) => file.path === path);
  const list = files.map(
    (
      file,
    ) => html`<li><span class="name">${file.name}</span> <span class="quiet">${showSize(file.size, locale)}</span>
<button type="button" data-action="removeFile" data-file="${file.id}" data-path="${path}">${WORDS.remove[locale]}<span class="unseen"> ${file.name}</span></button></li>`,
  );
  const input = html`<input type="file" id="${id}" data-path="${path}" data-max="${question.maxBytes}" data-too-large="${WORDS.tooLarge[locale]}" accept=".pdf,.jpg,.jpeg,.png,application/pdf,image/jpeg,image/png"${described}${
    fault && html` aria-invalid="true"`
  }>`;
  return html`<div class="question${fault ? ' wrong' : ''}">
<label for="${id}">${labelOf(question, locale)}</label>${hint}${fault}
${files.length < maxFiles && html`<div class="upload">${input}<label class="button" for="${id}">${WORDS.choose[locale]}</label></div>`}
<p class="progress" role="status" data-progress="${path}"></p>
${files.length > 0 && html`<ul class="files" id="${id}-files" tabindex="-1" aria-label="${WORDS.files[locale]}">${list}</ul>`}</div>`;
}
