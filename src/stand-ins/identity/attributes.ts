import { type Html, html as xml } from '#server/html/html.ts';
import type { DemonstrationPerson, Method } from './persons.ts';
import { classRef, METHODS, OIDS, PROFILE_VERSION, PROVED_BY, QAA_LEVEL } from './profile.ts';
import type { Login } from './response.ts';

/** The login of a person by a method, with the requested object identifiers that the person has. */
export function loginOf(person: DemonstrationPerson, method: Method, requested: readonly string[]): Login {
  const { level, trust } = METHODS[method];
  const personal = Object.entries(OIDS).map(([name, oid]) => {
    const value = person.attributes[name as keyof typeof OIDS];
    return value !== undefined && requested.includes(oid) ? attribute(oid, value, trust) : xml``;
  });
  return {
    classRef: classRef(level),
    attributes: [
      ...personal,
      attribute(PROVED_BY, method, trust),
      attribute(QAA_LEVEL, classRef(level), trust),
      attribute(PROFILE_VERSION, '2021.1.0', trust),
    ],
  };
}

function attribute(oid: string, value: string, trust: string): Html {
  return xml`<saml:Attribute Name="${oid}" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:uri" akdb:TrustLevel="${trust}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`;
}
