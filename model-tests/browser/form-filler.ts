import type { Page } from 'playwright';
import type { Locale } from '#domain/locale.ts';
import { fieldsOf, isGrid, isObject, optionsOf, rowsOf } from '#forms/components.ts';
import { fieldId } from '#forms/paths.ts';
import { parseDay } from '#forms/rules/day.ts';
import { evaluate } from '#forms/rules/rules.ts';
import type {
  ComponentOf,
  FieldComponent,
  FormData,
  FormDefinition,
  FormValue,
  GridComponent,
} from '#forms/types.ts';
import { tinyFile } from '#server/examination/testing/tiny-files.ts';

/** Files with a content that matches their names: the server examines the bytes. */
const bytesOf = (name: string): { mimeType: string; buffer: Buffer } => ({
  mimeType: name.endsWith('.jpg') ? 'image/jpeg' : 'application/pdf',
  buffer: Buffer.from(tinyFile(name)),
});

/** Fills in the fields of a form as a person does: in their order, and only visible ones. */
export class FormFiller {
  readonly #page: Page;
  readonly #answers: FormData;
  readonly #hidden: ReadonlySet<string>;
  readonly #pages: readonly ComponentOf<'panel'>[];

  /** @param form in the language of the page */
  constructor(page: Page, form: FormDefinition, answers: FormData) {
    this.#page = page;
    this.#answers = answers;
    const { hidden, pages } = evaluate(form, answers);
    this.#hidden = hidden;
    const shown = new Set(pages.filter(({ visible }) => visible).map(({ key }) => key));
    this.#pages = form.components.filter(({ key }) => shown.has(key));
  }

  /** The pages that a person passes with these answers. */
  get pages(): readonly ComponentOf<'panel'>[] {
    return this.#pages;
  }

  /** @param locale decides how numbers are written */
  async fill({ components }: ComponentOf<'panel'>, locale: Locale): Promise<void> {
    for (const field of fieldsOf(components)) await this.#field(field, field.key, this.#answers, locale);
  }

  async #field(field: FieldComponent, path: string, row: FormData, locale: Locale): Promise<void> {
    const value = row[field.key];
    const isOutput = field.calculateValue !== undefined || field.disabled === true;
    if (value === undefined || isOutput || this.#hidden.has(path)) return;
    const id = `#${fieldId(path)}`;
    if (field.properties?.lockedFrom && !(await this.#isEditable(path))) return;
    if (isGrid(field)) return this.#rows(field, path, rowsOf(value), locale);
    switch (field.type) {
      case 'select':
        await this.#page.locator(id).selectOption(String(value));
        return;
      case 'radio':
        await this.#page.locator(`input[name="${fieldId(path)}"][value="${String(value)}"]`).check();
        return;
      case 'selectboxes':
        return this.#boxes(field, id, value);
      case 'checkbox':
        await this.#page.locator(id).setChecked(value === true);
        return;
      case 'day':
        return this.#parts(id, parseDay(String(value)));
      case 'datetime':
        return this.#moment(id, String(value));
      case 'file':
        return this.#files(id, value);
      case 'hidden':
        return;
      default:
        field satisfies ComponentOf<
          'textfield' | 'email' | 'phoneNumber' | 'textarea' | 'number' | 'currency'
        >;
        if (field.properties?.namesFrom) await this.#page.locator(id).selectOption(String(value));
        else await this.#page.locator(id).fill(written(value, locale));
    }
  }

  /** True unless a login locks the field. */
  #isEditable(path: string): Promise<boolean> {
    const id = fieldId(path);
    return this.#page.locator(`:is([id="${id}"], [id^="${id}-"]):is(input, select)`).first().isEditable();
  }

  async #rows(field: GridComponent, path: string, rows: FormData[], locale: Locale): Promise<void> {
    const button = this.#page.locator(`#${fieldId(path)}`);
    const shown = this.#page.locator(`section[aria-labelledby^="${fieldId(path)}-"]`);
    for (let count = await shown.count(); count < rows.length; count += 1) await button.click();
    for (const [index, row] of rows.entries()) {
      for (const inner of fieldsOf(field.components)) {
        await this.#field(inner, `${path}[${index}].${inner.key}`, row, locale);
      }
    }
  }

  async #boxes(field: FieldComponent, id: string, value: FormValue): Promise<void> {
    for (const [index, option] of (optionsOf(field) ?? []).entries()) {
      const isChosen = isObject(value) && value[option.value] === true;
      await this.#page.locator(index === 0 ? id : `${id}-${index + 1}`).setChecked(isChosen);
    }
  }

  async #parts(
    id: string,
    { day, month, year }: { day: string; month: string; year: string },
  ): Promise<void> {
    await this.#page.locator(id).fill(day);
    await this.#page.locator(`${id}-month`).fill(month);
    await this.#page.locator(`${id}-year`).fill(year);
  }

  async #moment(id: string, iso: string): Promise<void> {
    const [, year = '', month = '', day = '', time = ''] =
      /^(\d{4})-(\d{2})-(\d{2})T(\d{2}:\d{2})/.exec(iso) ?? [];
    await this.#parts(id, { day, month, year });
    await this.#page.locator(`${id}-time`).fill(time);
  }

  async #files(id: string, value: FormValue): Promise<void> {
    const names = rowsOf(value).map(({ name }) => String(name));
    await this.#page.locator(id).setInputFiles(names.map((name) => ({ name, ...bytesOf(name) })));
    const field = this.#page.locator('.sp-field', { has: this.#page.locator(id) });
    for (const name of names) {
      const line = field.locator('.sp-file', { hasText: name });
      await line.locator('.sp-file__sign--kept').waitFor();
    }
  }
}

const written = (value: FormValue, locale: Locale): string =>
  typeof value === 'number' && locale === 'de' ? String(value).replace('.', ',') : String(value);
