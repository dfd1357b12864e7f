/**
 * Rows with something about a person that an earlier version has stored open, in the words of their indexes (migrations
 * 045 and 046). Labels of the form alone are nothing about a person.
 */
export const unsealed = {
  process: `jsonb_typeof(data) = 'object' and data <> '{}'
    or confirmed_hash not like 'sealed:%' or mail_to not like 'sealed:%'
    or jsonb_typeof(statements) = 'array' or jsonb_typeof(decisions) = 'array'
    or jsonb_typeof(applicant) = 'object' or jsonb_typeof(account) = 'object'
    or jsonb_typeof(proven) = 'object' or jsonb_typeof(confirming_login) = 'object'`,
  submission: `jsonb_typeof(owed) = 'object' and owed @? '$.documents[*] ? (@.row != "")'`,
  handIn: `jsonb_typeof(documents) = 'array' and documents @? '$[*] ? (@.row != "" || exists (@.files[*]))'`,
  file: `name <> '' and name not like 'sealed:%'`,
  fileChunk: 'not sealed',
  preview: 'not sealed',
  appUser: `subject not like 'hmac:1:%'`,
  handover: `return_url not like 'sealed:1:%' or forward not like 'sealed:1:%' or jsonb_typeof(data) = 'object'`,
} as const;
