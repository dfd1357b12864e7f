import type { Form, FormPage, TextQuestion } from './definition.ts';

const MB = 1024 ** 2;

type ShortText = Omit<TextQuestion, 'type' | 'maxLength'> & { maxLength?: number };
const text = (question: ShortText): TextQuestion => ({ type: 'text', maxLength: 100, ...question });

const person: FormPage = {
  key: 'person',
  title: { de: 'Angaben zur Person', en: 'About you' },
  questions: [
    text({
      key: 'givenName',
      label: { de: 'Vorname', en: 'Given name' },
      hint: { de: 'Alle Vornamen wie im Ausweis', en: 'All given names as on your identity card' },
      missing: { de: 'Geben Sie Ihren Vornamen an.', en: 'Enter your given name.' },
      autocomplete: 'given-name',
    }),
    text({
      key: 'familyName',
      label: { de: 'Nachname', en: 'Family name' },
      missing: { de: 'Geben Sie Ihren Nachnamen an.', en: 'Enter your family name.' },
      autocomplete: 'family-name',
    }),
    {
      type: 'date',
      key: 'birthdate',
      check: 'age',
      label: { de: 'Geburtsdatum', en: 'Date of birth' },
      hint: {
        de: 'Zum Beispiel 24.12.1985. Hier geht es ab 18 Jahren.',
        en: 'For example 24/12/1985. You can apply here from the age of 18.',
      },
      missing: { de: 'Geben Sie Ihr Geburtsdatum an.', en: 'Enter your date of birth.' },
      autocomplete: 'bday',
    },
    text({
      key: 'placeOfBirth',
      label: { de: 'Geburtsort', en: 'Place of birth' },
      missing: { de: 'Geben Sie Ihren Geburtsort an.', en: 'Enter your place of birth.' },
    }),
  ],
};

const contact: FormPage = {
  key: 'contact',
  title: { de: 'Anschrift und Kontakt', en: 'Address and contact' },
  questions: [
    text({
      key: 'streetAddress',
      label: { de: 'Straße und Hausnummer', en: 'Street and house number' },
      missing: {
        de: 'Geben Sie Straße und Hausnummer an.',
        en: 'Enter your street and house number.',
      },
      autocomplete: 'address-line1',
    }),
    text({
      key: 'postalCode',
      format: 'postalCode',
      label: { de: 'Postleitzahl', en: 'Postcode' },
      missing: { de: 'Geben Sie Ihre Postleitzahl an.', en: 'Enter your postcode.' },
      autocomplete: 'postal-code',
    }),
    text({
      key: 'locality',
      label: { de: 'Ort', en: 'Town or city' },
      missing: { de: 'Geben Sie Ihren Wohnort an.', en: 'Enter your town or city.' },
      autocomplete: 'address-level2',
    }),
    text({
      key: 'email',
      format: 'email',
      label: { de: 'E-Mail-Adresse', en: 'Email address' },
      hint: {
        de: 'Für Rückfragen der Jagdbehörde',
        en: 'In case the hunting authority has questions',
      },
      missing: { de: 'Geben Sie Ihre E-Mail-Adresse an.', en: 'Enter your email address.' },
      autocomplete: 'email',
    }),
    text({
      key: 'telephone',
      maxLength: 30,
      label: { de: 'Telefonnummer', en: 'Telephone number' },
      autocomplete: 'tel',
    }),
  ],
};

const licence: FormPage = {
  key: 'licence',
  title: { de: 'Art des Jagdscheins', en: 'Kind of licence' },
  questions: [
    {
      type: 'choice',
      key: 'licence',
      label: { de: 'Welchen Jagdschein beantragen Sie?', en: 'Which licence are you applying for?' },
      missing: { de: 'Wählen Sie einen Jagdschein aus.', en: 'Choose a licence.' },
      options: [
        {
          value: 'year1',
          feeCents: 6000,
          label: {
            de: 'Jahresjagdschein für ein Jagdjahr (60,00 €)',
            en: 'Annual licence for one hunting year (€60.00)',
          },
        },
        {
          value: 'year3',
          feeCents: 14_000,
          label: {
            de: 'Jahresjagdschein für drei Jagdjahre (140,00 €)',
            en: 'Annual licence for three hunting years (€140.00)',
          },
        },
        {
          value: 'day',
          feeCents: 2000,
          label: {
            de: 'Tagesjagdschein für 14 Tage (20,00 €)',
            en: 'Day licence for 14 days (€20.00)',
          },
        },
      ],
    },
    {
      type: 'choice',
      key: 'issue',
      label: { de: 'Hatten Sie schon einmal einen Jagdschein?', en: 'Have you had a licence before?' },
      missing: {
        de: 'Geben Sie an, ob Sie schon einmal einen Jagdschein hatten.',
        en: 'Say whether you have had a licence before.',
      },
      options: [
        { value: 'first', label: { de: 'Nein, es ist mein erster', en: 'No, it is my first one' } },
        { value: 'renewal', label: { de: 'Ja, er soll verlängert werden', en: 'Yes, I want to renew it' } },
      ],
    },
    text({
      key: 'previousNumber',
      when: { key: 'issue', is: 'renewal' },
      maxLength: 40,
      label: { de: 'Nummer des bisherigen Jagdscheins', en: 'Number of your present licence' },
      missing: {
        de: 'Geben Sie die Nummer Ihres bisherigen Jagdscheins an.',
        en: 'Enter the number of your present licence.',
      },
    }),
    {
      type: 'date',
      key: 'validFrom',
      check: 'notPast',
      label: { de: 'Ab wann soll der Jagdschein gelten?', en: 'From when should the licence be valid?' },
      hint: { de: 'Zum Beispiel 01.04.2030', en: 'For example 01/04/2030' },
      missing: {
        de: 'Geben Sie an, ab wann der Jagdschein gelten soll.',
        en: 'Enter the day from which the licence should be valid.',
      },
    },
  ],
};

const examination: FormPage = {
  key: 'examination',
  title: { de: 'Jägerprüfung', en: 'Hunting examination' },
  questions: [
    {
      type: 'date',
      key: 'examinationDate',
      check: 'past',
      label: { de: 'Wann haben Sie die Jägerprüfung bestanden?', en: 'When did you pass the examination?' },
      hint: { de: 'Zum Beispiel 15.06.2019', en: 'For example 15/06/2019' },
      missing: {
        de: 'Geben Sie an, wann Sie die Jägerprüfung bestanden haben.',
        en: 'Enter the day on which you passed the examination.',
      },
    },
    text({
      key: 'examinationAuthority',
      label: { de: 'Behörde, die geprüft hat', en: 'Authority that examined you' },
      missing: {
        de: 'Geben Sie an, welche Behörde geprüft hat.',
        en: 'Enter the authority that examined you.',
      },
    }),
    text({
      key: 'examinationNumber',
      maxLength: 40,
      label: { de: 'Nummer des Prüfungszeugnisses', en: 'Number of the certificate' },
      missing: {
        de: 'Geben Sie die Nummer des Prüfungszeugnisses an.',
        en: 'Enter the number of the certificate.',
      },
    }),
    {
      type: 'file',
      key: 'certificate',
      maxBytes: 5 * MB,
      maxFiles: 3,
      label: { de: 'Prüfungszeugnis', en: 'Examination certificate' },
      hint: {
        de: 'PDF, JPEG oder PNG, höchstens 5\u00a0MB je Datei, bis zu 3\u00a0Dateien',
        en: 'PDF, JPEG or PNG, at most 5\u00a0MB per file, up to 3\u00a0files',
      },
      missing: {
        de: 'Laden Sie Ihr Prüfungszeugnis hoch.',
        en: 'Upload your examination certificate.',
      },
    },
  ],
};

const grounds: FormPage = {
  key: 'grounds',
  title: { de: 'Jagdwaffen und Reviere', en: 'Hunting weapons and grounds' },
  questions: [
    {
      type: 'yesNo',
      key: 'hasWeapons',
      label: { de: 'Besitzen Sie Jagdwaffen?', en: 'Do you own hunting weapons?' },
      missing: {
        de: 'Geben Sie an, ob Sie Jagdwaffen besitzen.',
        en: 'Say whether you own hunting weapons.',
      },
    },
    text({
      key: 'weaponsCard',
      when: { key: 'hasWeapons', is: true },
      maxLength: 40,
      label: { de: 'Nummer der Waffenbesitzkarte', en: 'Number of your weapons permit' },
      missing: {
        de: 'Geben Sie die Nummer Ihrer Waffenbesitzkarte an.',
        en: 'Enter the number of your weapons permit.',
      },
    }),
    {
      type: 'rows',
      key: 'grounds',
      max: 8,
      label: { de: 'Reviere', en: 'Hunting grounds' },
      hint: {
        de: 'Nennen Sie die Reviere, in denen Sie jagen dürfen. Haben Sie keines, gehen Sie einfach weiter.',
        en: 'List the grounds where you may hunt. If you have none, just continue.',
      },
      rowLabel: { de: 'Revier', en: 'Hunting ground' },
      addLabel: { de: 'Revier hinzufügen', en: 'Add a hunting ground' },
      questions: [
        text({
          key: 'name',
          label: { de: 'Name des Reviers', en: 'Name of the ground' },
          missing: { de: 'Geben Sie den Namen des Reviers an.', en: 'Enter the name of the ground.' },
        }),
        text({
          key: 'district',
          label: { de: 'Kreis', en: 'District' },
          missing: {
            de: 'Geben Sie an, in welchem Kreis das Revier liegt.',
            en: 'Enter the district of the ground.',
          },
        }),
        {
          type: 'choice',
          key: 'role',
          label: { de: 'Wie jagen Sie dort?', en: 'How do you hunt there?' },
          missing: { de: 'Geben Sie an, wie Sie dort jagen.', en: 'Say how you hunt there.' },
          options: [
            { value: 'leaseholder', label: { de: 'Als Pächterin oder Pächter', en: 'As a leaseholder' } },
            { value: 'guest', label: { de: 'Als Gast', en: 'As a guest' } },
          ],
        },
      ],
    },
  ],
};

const reliability: FormPage = {
  key: 'reliability',
  title: { de: 'Haftpflicht und Zuverlässigkeit', en: 'Liability insurance and reliability' },
  questions: [
    text({
      key: 'insurer',
      label: { de: 'Versicherung der Jagdhaftpflicht', en: 'Insurer of your hunting liability' },
      missing: { de: 'Geben Sie Ihre Versicherung an.', en: 'Enter your insurer.' },
    }),
    text({
      key: 'policyNumber',
      maxLength: 40,
      label: { de: 'Versicherungsnummer', en: 'Policy number' },
      missing: { de: 'Geben Sie die Versicherungsnummer an.', en: 'Enter the policy number.' },
    }),
    {
      type: 'date',
      key: 'insuredUntil',
      check: 'notPast',
      label: { de: 'Versichert bis', en: 'Insured until' },
      hint: { de: 'Zum Beispiel 31.03.2030', en: 'For example 31/03/2030' },
      missing: {
        de: 'Geben Sie an, bis wann Sie versichert sind.',
        en: 'Enter the day until which you are insured.',
      },
    },
    {
      type: 'yesNo',
      key: 'convicted',
      label: { de: 'Sind Sie vorbestraft?', en: 'Do you have a criminal record?' },
      missing: {
        de: 'Geben Sie an, ob Sie vorbestraft sind.',
        en: 'Say whether you have a criminal record.',
      },
    },
    text({
      key: 'convictedReason',
      when: { key: 'convicted', is: true },
      maxLength: 1000,
      isLong: true,
      label: { de: 'Wofür und wann wurden Sie verurteilt?', en: 'For what and when were you convicted?' },
      missing: {
        de: 'Geben Sie an, wofür und wann Sie verurteilt wurden.',
        en: 'Say for what and when you were convicted.',
      },
    }),
    {
      type: 'yesNo',
      key: 'refused',
      label: {
        de: 'Wurde Ihnen schon einmal ein Jagdschein versagt oder entzogen?',
        en: 'Has a licence ever been refused to you or withdrawn?',
      },
      missing: {
        de: 'Geben Sie an, ob Ihnen ein Jagdschein versagt oder entzogen wurde.',
        en: 'Say whether a licence has been refused to you or withdrawn.',
      },
    },
    text({
      key: 'refusedReason',
      when: { key: 'refused', is: true },
      maxLength: 1000,
      isLong: true,
      label: { de: 'Welche Behörde war das, und warum?', en: 'Which authority was it, and why?' },
      missing: {
        de: 'Geben Sie an, welche Behörde es war und warum.',
        en: 'Say which authority it was and why.',
      },
    }),
  ],
};

/** Application for a hunting licence, in six pages. */
export const huntingLicence: Form = {
  id: 'jagdschein',
  title: { de: 'Jagdschein beantragen', en: 'Apply for a hunting licence' },
  pages: [person, contact, licence, examination, grounds, reliability],
};
