import { rulesOf } from '../kit/rule.ts';

const reasons = {
  created: 'The delivery service has a case for the application.',
  submitted: 'The delivery service has taken the application.',
  notified: 'The authority has been told of the application.',
  forwarded: 'The application was forwarded to another receiver of the authority.',
  accepted: "The authority's systems have taken the application and confirm what was sent.",
  rejected: 'The authority could not take the application.',
  deleted: 'The application was deleted at the delivery service before the authority took it.',
  unreachable: 'The delivery service does not answer, so the status cannot be determined.',
  unproven: 'An event is not what it claims to be, so the status cannot be determined.',
};

/** Every arrow of a sent application in one sentence. */
export const rules = rulesOf({
  'SENT-01': ['assumed', reasons.created],
  'SENT-02': ['assumed', reasons.submitted],
  'SENT-03': ['assumed', reasons.notified],
  'SENT-04': ['assumed', reasons.forwarded],
  'SENT-05': ['spec 4', reasons.accepted],
  'SENT-06': ['spec 4', reasons.rejected],
  'SENT-07': ['assumed', reasons.deleted],
  'SENT-08': ['spec 4', reasons.unreachable],
  'SENT-09': ['assumed', reasons.unproven],
  'SENT-10': ['assumed', reasons.created],
  'SENT-11': ['assumed', reasons.submitted],
  'SENT-12': ['assumed', reasons.notified],
  'SENT-13': ['assumed', reasons.forwarded],
  'SENT-14': ['spec 4', reasons.accepted],
  'SENT-15': ['spec 4', reasons.rejected],
  'SENT-16': ['assumed', reasons.deleted],
  'SENT-17': ['spec 4', reasons.unreachable],
  'SENT-18': ['assumed', reasons.unproven],
  'SENT-19': ['assumed', reasons.created],
  'SENT-20': ['assumed', reasons.submitted],
  'SENT-21': ['assumed', reasons.notified],
  'SENT-22': ['assumed', reasons.forwarded],
  'SENT-23': ['spec 4', reasons.accepted],
  'SENT-24': ['spec 4', reasons.rejected],
  'SENT-25': ['assumed', reasons.deleted],
});
