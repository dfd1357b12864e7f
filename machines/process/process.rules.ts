import { rulesOf } from '../kit/rule.ts';

/** Every arrow of the process workflow. */
export const rules = rulesOf({
  'PROC-01': 'spec 4',
  'PROC-02': 'assumed',
  'PROC-03': 'spec 4',
  'PROC-04': 'assumed',

  'PROC-05': 'spec 4',
  'PROC-06': 'spec 4',
  'PROC-07': 'assumed',
  'PROC-08': 'assumed',
  'PROC-09': 'spec 4',
  'PROC-10': 'assumed',

  'PROC-11': 'assumed',
  'PROC-12': 'spec 4',
  'PROC-13': 'assumed',
  'PROC-14': 'assumed',
  'PROC-15': 'assumed',
  'PROC-16': 'assumed',
  'PROC-17': 'spec 4',
  'PROC-18': 'spec 4',
  'PROC-19': 'spec 4',
  'PROC-20': 'assumed',

  'PROC-21': 'assumed',
  'PROC-22': 'assumed',
  'PROC-23': 'assumed',
  'PROC-24': 'assumed',
  'PROC-25': 'assumed',
  'PROC-26': 'assumed',
  'PROC-27': 'spec 4',
  'PROC-28': 'spec 4',
  'PROC-29': 'spec 4',
  'PROC-30': 'assumed',

  'PROC-31': 'spec 4',
  'PROC-32': 'spec 4',
  'PROC-33': 'assumed',
  'PROC-34': 'spec 4',
  'PROC-35': 'spec 4',
  'PROC-36': 'spec 4',

  'PROC-37': 'assumed',
  'PROC-38': 'spec 4',
  'PROC-39': 'assumed',
  'PROC-40': 'assumed',
  'PROC-41': 'spec 4',
  'PROC-42': 'assumed',

  'PROC-43': 'assumed',
  'PROC-44': 'assumed',
  'PROC-45': 'spec 4',
  'PROC-46': 'spec 4',
  'PROC-47': 'spec 4',
  'PROC-48': 'assumed',

  'PROC-49': 'assumed',
  'PROC-50': 'assumed',
  'PROC-51': 'spec 4',
  'PROC-52': 'spec 4',
  'PROC-53': 'spec 4',
  'PROC-54': 'spec 4',
  'PROC-55': 'assumed',

  'PROC-56': 'assumed',
  'PROC-57': 'assumed',

  'PROC-58': 'assumed',

  'PROC-59': 'spec 4',
  'PROC-60': 'spec 4',

  'PROC-61': 'spec 4',
  'PROC-62': 'spec 4',

  'PROC-63': 'spec 4',
  'PROC-64': 'spec 4',

  'PROC-65': 'spec 4',
  'PROC-66': 'spec 4',

  'PROC-67': 'spec 4',
  'PROC-68': 'spec 4',

  'PROC-69': 'spec 4',
  'PROC-70': 'spec 4',

  'PROC-71': 'spec 4',
  'PROC-72': 'spec 4',

  'PROC-73': 'assumed',
  'PROC-74': 'assumed',
});
