import type { FeeFigures } from '#contract/shapes.ts';
import type { FormEngine } from '#domain/form-engine.ts';
import type { JsonLogic } from '#forms/types.ts';
import type { KeptSchema } from '#server/ports/data-schema.ts';
import type { ContentFault, KeptForm } from '../types.ts';
import type { ContentFolder } from './folder.ts';
import type { JsonFile, JsonPath } from './json-file.ts';
import type { Settings } from './schemas.ts';

/** How forms of one kind come into the content (docs/content.md). */
export type FormSource = {
  fmsType: FormEngine;
  /** Names of the files in the folder of a service that belong to a form of this kind. */
  files: readonly string[];
  /** Reads the form of a service. */
  load(folder: ContentFolder, slug: string): { form?: KeptForm; faults: ContentFault[] };
  /** Returns settings of the metadata that do not fit the form. */
  settingsFaults(form: KeptForm, settings: Settings): { key: keyof Settings; reason: string }[];
  /** Whether an account fills in anything at all; true for an engine without this function. */
  fillsFromAccount?(form: KeptForm): boolean;
  /** Returns the possible results of a fee rule over the values of the form, or the faults of the rule. */
  feeOfRule(
    form: KeptForm,
    rule: JsonLogic,
    path: JsonPath,
    json: JsonFile,
  ): { figures?: FeeFigures | undefined; faults: ContentFault[] };
  /**
   * Returns the possible fees that the form itself gives, or the reason why it gives none.
   * @param feeField the field that the metadata name
   * @param surcharges amounts that may be added, in cents
   */
  feeOfForm(
    form: KeptForm,
    feeField: string | undefined,
    surcharges: readonly number[],
  ): { figures?: FeeFigures | undefined; fault?: string };
  /**
   * Returns why an authority's data schema cannot be used, or why answers that the form accepts would not fit it: each
   * at its line of the schema's file, of the form, or of the metadata's entry. None promises that `EngineForm.inSchema`
   * writes data that fits.
   * @param entry the place of the schema in the metadata
   */
  schemaFaults(
    form: KeptForm,
    schema: KeptSchema,
    entry: { folder: ContentFolder; slug: string; json: JsonFile; path: JsonPath },
  ): ContentFault[];
};
