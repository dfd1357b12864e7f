import { html as xml } from '#server/html/html.ts';
import type { Login } from '#stand-ins/identity/response.ts';
import type { ActingPerson, BusinessAccount } from './accounts.ts';
import { classRef } from './profile.ts';

/** The login of a person who acts for an account, with the requested attributes that it has. */
export function loginOf(
  account: BusinessAccount,
  person: ActingPerson,
  level: number,
  requested: readonly string[],
): Login {
  const values = { ...account.attributes, ...person.attributes, trustLevel: classRef(level) };
  const attributes = Object.entries(values)
    .filter(([name]) => requested.includes(name))
    .map(
      ([name, value]) =>
        xml`<saml:Attribute Name="${name}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    );
  return { classRef: classRef(level), attributes };
}
