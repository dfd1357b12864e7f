import { applyLogic } from '#forms/rules/logic.ts';
import type { JsonPath } from '#forms/schema/types.ts';
import type { JsonLogic } from '#forms/types.ts';
import { type Conversion, isJson, type Json, jsonList, textOf } from '../convert/conversion.ts';
import { typeName } from '../convert/type-names.ts';
import { termOf } from './expressions.ts';
import { around, ScriptFields } from './fields.ts';
import { knownCall } from './known-calls.ts';
import { Script } from './scope.ts';
import { resultOf } from './script.ts';
import { booleanOf, both, canBe, isOnly, literalTerm, type Term, Untranslatable } from './terms.ts';

/**
 * Replaces scripts of a converted form by JSONLogic, where it says exactly the same. The others are refused with their
 * place, the part that cannot be read, and the way out.
 */
export function translateScripts(pages: Json[], exported: Json, conversion: Conversion): void {
  const fields = new ScriptFields(pages, exported, conversion);
  fields.readScriptsBy((component, path) => {
    try {
      const text = textOf(component.customConditional);
      const script = scriptAt(path, exported, fields);
      const term = resultOf(text, 'show', script, literalTerm(true));
      if (term === null) return true;
      if (canBe(term, 'null')) return undefined;
      return term.fails === false ? booleanOf(term) : both('or', term.fails, booleanOf(term));
    } catch (error) {
      if (error instanceof Untranslatable) return undefined;
      throw error;
    }
  });
  const visit = (component: Json): void => {
    const path = conversion.pathOf(component);
    const translate = new Translation(component, path, exported, fields, conversion);
    translate.all();
    for (const inner of [...jsonList(component.components), ...jsonList(component.columns)]) visit(inner);
  };
  for (const page of pages) visit(page);
}

const WAYS = {
  customConditional:
    'use "conditional": {"show": true, "when": <key>, "eq": <value>} or JSONLogic in conditional.json',
  calculateValue: 'write JSONLogic in calculateValue',
  custom:
    'check with JSONLogic in validate.json, and days with minDate, maxDate, properties.notBefore or notAfter',
  customDefaultValue: 'use defaultValue, or properties.prefill for a value of the account',
};

class Translation {
  readonly #component: Json;
  readonly #path: JsonPath;
  readonly #conversion: Conversion;
  readonly #script: Script;

  constructor(component: Json, path: JsonPath, exported: Json, fields: ScriptFields, conversion: Conversion) {
    this.#component = component;
    this.#path = path;
    this.#conversion = conversion;
    this.#script = scriptAt(path, exported, fields);
  }

  all(): void {
    this.#condition();
    this.#calculation();
    this.#validation();
    this.#default();
  }

  #condition(): void {
    const component = this.#component;
    const text = scriptIn(component.customConditional);
    if (text === undefined) return;
    delete component.customConditional;
    this.#attempt('customConditional', text, [...this.#path, 'customConditional'], () => {
      const term = resultOf(text, 'show', this.#script, literalTerm(true));
      if (term === null || term.literal?.value === true) {
        delete component.conditional;
        return 'the script says nothing: it is always shown';
      }
      if (canBe(term, 'null')) throw new Untranslatable('null shows the component in Form.io');
      const shown = booleanOf(term);
      const logic = term.fails === false ? shown : both('or', term.fails, shown);
      component.conditional = conditionOf(
        readsSomething(logic) ? logic : Boolean(applyLogic(logic, NOTHING)),
        term,
      );
      return `the condition "${excerpt(text)}" is ${JSON.stringify(component.conditional)}`;
    });
  }

  #calculation(): void {
    const component = this.#component;
    const text = scriptIn(component.calculateValue);
    if (text === undefined) return;
    delete component.calculateValue;
    this.#attempt('calculateValue', text, [...this.#path, 'calculateValue'], () => {
      const term = resultOf(text, 'value', this.#script);
      if (term === null) return 'the script says nothing: nothing is calculated';
      const value = calculated(term, textOf(component.type));
      component.calculateValue = term.fails === false ? value : { if: [term.fails, null, value] };
      if (component.defaultValue !== undefined) delete component.defaultValue;
      return `the calculation "${excerpt(text)}" is ${JSON.stringify(component.calculateValue)}`;
    });
  }

  #validation(): void {
    const validate = isJson(this.#component.validate) ? this.#component.validate : {};
    const text = scriptIn(validate.custom);
    if (text === undefined) return;
    const { custom: _, ...checks } = validate;
    this.#component.validate = checks;
    const call = knownCall(textOf(this.#script.own.type), text);
    const at = [...this.#path, 'validate', 'custom'];
    if (call) {
      this.#conversion.note(at, call);
      return;
    }
    this.#attempt('custom', text, at, () => {
      if (checks.json) throw new Untranslatable('the field is checked by JSONLogic as well');
      const own = this.#ownTerm();
      const names = new Map([['input', own]]);
      const term = resultOf(text, 'valid', this.#script.with(names), literalTerm(true));
      if (term === null || term.literal?.value === true) return 'the script says nothing: nothing is checked';
      const answer = verdict(term);
      this.#component.validate = {
        ...checks,
        json: term.fails === false ? answer : { if: [term.fails, true, answer] },
      };
      return `the check "${excerpt(text)}" is ${JSON.stringify(answer)}`;
    });
  }

  #default(): void {
    const component = this.#component;
    const text = scriptIn(component.customDefaultValue);
    if (text === undefined) return;
    delete component.customDefaultValue;
    this.#attempt('customDefaultValue', text, [...this.#path, 'customDefaultValue'], () => {
      const term = resultOf(text, 'value', this.#script);
      if (term === null) return 'the script says nothing: there is no default value';
      if (!term.literal || term.literal.value === null)
        throw new Untranslatable('only a value that is always the same is filled in');
      component.defaultValue = term.literal.value;
      return `the default value is ${JSON.stringify(term.literal.value)}`;
    });
  }

  /** The answer of the field itself. */
  #ownTerm(): Term {
    const { prefix, own, fields, grid } = this.#script;
    const field = fields.field(prefix + textOf(own.key));
    if (!field || !['text', 'number', 'boolean'].includes(field.kind)) return UNREADABLE;
    const name = grid === '' ? `data.${field.path}` : `row.${field.path.slice(grid.length + 1)}`;
    return {
      logic: { var: name },
      kinds: new Set([field.kind, 'undefined'] as const),
      fails: false,
      read: {
        name: 'input',
        ...(field.options.size > 0 && { options: { given: field.options, renamed: field.renamed } }),
      },
    };
  }

  #attempt(kind: keyof typeof WAYS, text: string, path: JsonPath, translate: () => string): void {
    try {
      this.#conversion.note(path, translate());
    } catch (error) {
      if (!(error instanceof Untranslatable)) throw error;
      const part = error.at ? `"${excerpt(text.slice(error.at.start, error.at.end))}": ` : '';
      this.#conversion.refuse(
        path,
        `scripts are not run, and this one cannot be read as JSONLogic (${part}${error.message}): ${WAYS[kind]}`,
      );
    }
  }
}

/** The names that the scripts of a component see. */
function scriptAt(path: JsonPath, exported: Json, fields: ScriptFields): Script {
  const holders = around(exported, path).slice(0, -1);
  const own = around(exported, path).at(-1) ?? {};
  const groups = holders.filter(({ type }) => HOLDERS.has(typeName(textOf(type))));
  const grid = fields.gridAt(groups.map(({ key }) => textOf(key)));
  const prefix = groups.map(({ key }) => `${textOf(key)}.`).join('');
  return new Script(termOf, fields, { prefix, grid, own }, new Map());
}

/** Types that hold other fields in Form.io's data. */
const HOLDERS = new Set(['container', 'datagrid', 'editgrid']);

const UNREADABLE: Term = { logic: null, kinds: new Set(['presence']), fails: false, read: { name: 'input' } };

const NOTHING = { data: {}, row: {}, today: '' };
const readsSomething = (logic: JsonLogic): boolean => JSON.stringify(logic).includes('"var"');

const scriptIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && !value.trim().startsWith('{') ? value : undefined;

const LONGEST = 80;

/** The beginning of a script, on one line. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

/** A condition as editors read it best: of one field where there is one, otherwise JSONLogic. */
function conditionOf(logic: JsonLogic, term: Term): Json {
  const [operator, sides] = Object.entries(isJson(logic) ? logic : {})[0] ?? [];
  if ((operator === '===' || operator === '!==') && Array.isArray(sides) && term.fails === false) {
    const [left, right] = sides as [JsonLogic, JsonLogic];
    const name = isJson(left) ? /^data\.(\w+)$/.exec(String(left.var))?.[1] : undefined;
    // As text and as JSON a value of another kind would be alike.
    if (name && typeof right === 'string' && right !== '' && right !== 'undefined' && right !== 'null')
      return { show: operator === '===', when: name, eq: right };
  }
  // What is never shown: as {"!!": [false]} it would look like something that is switched off.
  return { json: isJson(logic) ? logic : logic ? { '!!': [logic] } : { '!': [true] } };
}

/** The result of a calculation, as the field stores it. */
function calculated(term: Term, type: string): Json {
  if (term.onlyTruth || canBe(term, 'null') || term.read?.boxes !== undefined)
    throw new Untranslatable('the result is not always the same kind of value');
  const allowed: Record<string, Parameters<typeof isOnly>[1][]> = {
    number: ['number', 'undefined'],
    currency: ['number', 'undefined'],
    checkbox: ['boolean', 'undefined'],
  };
  if (
    !isOnly(term, ...(allowed[type] ?? ['text', 'undefined'])) &&
    !isOnly(term, ...(allowed[type] ?? ['number', 'undefined']))
  )
    throw new Untranslatable(`the result is no value of a ${type}`);
  if (isJson(term.logic)) return term.logic;
  if (typeof term.logic === 'string') return { cat: [term.logic] };
  return typeof term.logic === 'number' ? { '+': [term.logic] } : { '!!': [term.logic] };
}

/** True, or the text of the error. */
function verdict(term: Term): Json {
  const isText = isOnly(term, 'boolean', 'text') && !canBe(term, 'undefined');
  const logic =
    isText && !term.onlyTruth
      ? term.logic
      : isOnly(term, 'boolean', 'undefined')
        ? booleanOf(term)
        : undefined;
  if (logic === undefined) throw new Untranslatable('a check answers true, false or the text of the error');
  if (isJson(logic)) return logic;
  return typeof logic === 'string' ? { if: [true, logic] } : { '!!': [logic] };
}
