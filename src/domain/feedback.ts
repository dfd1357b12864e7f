/** Answers to the question whether somebody found what they needed. */
export const foundAnswers = ['yes', 'partly', 'no'] as const;
export type FoundAnswer = (typeof foundAnswers)[number];

/** Stars that somebody can give, the best first. */
export const starCounts = [5, 4, 3, 2, 1] as const;
export type Stars = (typeof starCounts)[number];

/** Longest text of a feedback, in characters. */
export const FEEDBACK_CHARACTERS = 1000;

/** Subjects of a feedback: a sent application, the page of a service, or the portal as a whole. */
export const feedbackOccasions = ['application', 'service', 'portal'] as const;
export type FeedbackOccasion = (typeof feedbackOccasions)[number];

/** Stages of a feedback that is passed on to the national component. */
export const feedbackPassings = ['waiting', 'taken', 'refused'] as const;
export type FeedbackPassing = (typeof feedbackPassings)[number];
