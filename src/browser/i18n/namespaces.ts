/** The namespaces of locales/ that the browser uses. */
export type Namespace =
  | 'account'
  | 'application'
  | 'common'
  | 'errors'
  | 'form'
  | 'frame'
  | 'home'
  | 'kit'
  | 'pages'
  | 'payment'
  | 'redirect'
  | 'result'
  | 'service'
  | 'start'
  | 'summary'
  | 'workflow';
