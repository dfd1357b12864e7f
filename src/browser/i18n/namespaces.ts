/** The namespaces of locales/ that the browser uses. */
export type Namespace =
  | 'account'
  | 'application'
  | 'browse'
  | 'common'
  | 'errors'
  | 'form'
  | 'frame'
  | 'home'
  | 'kit'
  | 'payment'
  | 'redirect'
  | 'result'
  | 'search'
  | 'service'
  | 'start'
  | 'summary'
  | 'workflow';
