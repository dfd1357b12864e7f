import { classes } from './classes.ts';

/** Written out in full so that the reduced stylesheet (ui/styles/subset.ts) finds every class. */
const ICONS = {
  account: 'kern-icon--account-circle',
  add: 'kern-icon--add',
  'arrow-back': 'kern-icon--arrow-back',
  'arrow-down': 'kern-icon--arrow-down',
  'arrow-forward': 'kern-icon--arrow-forward',
  autorenew: 'kern-icon--autorenew',
  calendar: 'kern-icon--calendar-today',
  check: 'kern-icon--check',
  checklist: 'kern-icon--checklist',
  close: 'kern-icon--close',
  copy: 'kern-icon--content-copy',
  danger: 'kern-icon--danger',
  delete: 'kern-icon--delete',
  download: 'kern-icon--download',
  document: 'kern-icon--draft',
  'easy-language': 'kern-icon--easy-language',
  edit: 'kern-icon--edit',
  help: 'kern-icon--help',
  home: 'kern-icon--home',
  info: 'kern-icon--info',
  language: 'kern-icon--language',
  logout: 'kern-icon--logout',
  mail: 'kern-icon--mail',
  menu: 'kern-icon--dehaze',
  place: 'sp-icon--place',
  'open-in-new': 'kern-icon--open-in-new',
  search: 'kern-icon--search',
  'sign-language': 'kern-icon--sign-language',
  success: 'kern-icon--success',
  upload: 'kern-icon--drive-folder-upload',
  warning: 'kern-icon--warning',
} as const;
const SIZES = {
  small: 'kern-icon--small',
  default: 'kern-icon--default',
  large: 'kern-icon--large',
  'x-large': 'kern-icon--x-large',
} as const;

export type IconName = keyof typeof ICONS;

/** A decorative sign, hidden from assistive technology: the word beside it carries the meaning. */
export function Icon({
  name,
  size = 'default',
  className,
}: {
  name: IconName;
  size?: keyof typeof SIZES;
  className?: string;
}) {
  return <span className={classes('kern-icon', ICONS[name], SIZES[size], className)} aria-hidden="true" />;
}
