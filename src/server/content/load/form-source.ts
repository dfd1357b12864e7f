import type { FeeFigures } from '#domain/fee.ts';
import type { FormEngine } from '#domain/form-engine.ts';
import type { JsonLogic } from '#forms/types.ts';
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
  /** What in the settings of metadata does not fit the form. */
  settingsFaults(form: KeptForm, settings: Settings): { key: keyof Settings; reason: string }[];
  /** Whether an account fills in anything at all; of an engine without an answer it does. */
  fillsFromAccount?(form: KeptForm): boolean;
  /** What a fee rule over the values of the form can return, or what is wrong with it. */
  feeOfRule(
    form: KeptForm,
    rule: JsonLogic,
    path: JsonPath,
    json: JsonFile,
  ): { figures?: FeeFigures | undefined; faults: ContentFault[] };
  /**
   * What a fee that the form itself says can be, or why it says none.
   * @param feeField the field that the metadata name
   * @param surcharges what may come on top, in cents
   */
  feeOfForm(
    form: KeptForm,
    feeField: string | undefined,
    surcharges: readonly number[],
  ): { figures?: FeeFigures | undefined; fault?: string };
};
