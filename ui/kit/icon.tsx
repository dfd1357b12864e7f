import { classes } from './classes.ts';

/**
 * Names of our icons mapped to those of the symbols in icons.svg: KERN's (ui/styles/subset.ts), and below them our own.
 */
export const ICONS = {
  account: 'account-circle',
  add: 'add',
  'arrow-back': 'arrow-back',
  'arrow-down': 'arrow-down',
  'arrow-forward': 'arrow-forward',
  autorenew: 'autorenew',
  check: 'check',
  close: 'close',
  copy: 'content-copy',
  danger: 'danger',
  delete: 'delete',
  download: 'download',
  document: 'draft',
  'easy-language': 'easy-language',
  edit: 'edit',
  help: 'help',
  home: 'home',
  info: 'info',
  language: 'language',
  logout: 'logout',
  mail: 'mail',
  menu: 'dehaze',
  place: 'place',
  'open-in-new': 'open-in-new',
  print: 'print',
  search: 'search',
  'sign-language': 'sign-language',
  success: 'success',
  upload: 'drive-folder-upload',
  warning: 'warning',
} as const;
/** Class names of the sizes, written out in full so that the reduced style sheet finds every class. */
const SIZES = {
  small: 'kern-icon--small',
  default: 'kern-icon--default',
  large: 'kern-icon--large',
} as const;

export type IconName = keyof typeof ICONS;

/** A decorative icon, hidden from assistive technology: the word next to it carries the meaning. */
export function Icon({
  name,
  size = 'default',
  className,
}: {
  name: IconName;
  size?: keyof typeof SIZES;
  className?: string;
}) {
  return (
    <svg className={classes('kern-icon', SIZES[size], className)} aria-hidden="true">
      <use href={`#icon-${ICONS[name]}`} />
    </svg>
  );
}
