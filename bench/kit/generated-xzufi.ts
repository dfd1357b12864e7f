import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const SENTENCE =
  'Wenn Sie dieses Vorhaben planen, sprechen Sie rechtzeitig mit der zuständigen Stelle und legen Sie alle Unterlagen vor. ';
const MODULES = ['05', '06', '07', '08', '09', '11', '14', '15', '16', '22', '25'];
const DISTRICTS = [
  '010020000000',
  '010030000000',
  '01051',
  '01053',
  '01054',
  '01055',
  '01056',
  '01057',
  '01058',
];

/**
 * Writes an XZuFi file (2.2.0) of about the given size: services of 40 KB with eleven text modules in German and
 * half of them in English, costs, deadlines, keywords, and for each nine responsibilities of nine units.
 * @returns how many services it has
 */
export async function writeXzufi(file: string, megabytes: number): Promise<number> {
  const out = createWriteStream(file);
  let written = 0;
  const write = async (text: string) => {
    written += Buffer.byteLength(text);
    if (!out.write(text)) await once(out, 'drain');
  };
  await write(
    '<?xml version="1.0" encoding="UTF-8"?>\n<transfer xmlns="http://xoev.de/schemata/xzufi/2_2_0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xzufiVersion="2.2.0">\n',
  );
  for (const [index, area] of DISTRICTS.entries()) await write(unit(index, area));
  let services = 0;
  while (written < megabytes * 1e6) {
    await write(service(services));
    for (const [index, area] of DISTRICTS.entries()) await write(row(services, index, area));
    services++;
  }
  await write('</transfer>\n');
  out.end();
  await once(out, 'finish');
  return services;
}

const id = (name: string) => `<id schemeAgencyID="L100042">${name}</id>`;

function service(number: number): string {
  const html = (words: string) =>
    `&lt;p&gt;${words} ${number}. ${SENTENCE.repeat(6)}&lt;/p&gt;\n&lt;ul&gt;&lt;li&gt;${SENTENCE.repeat(6)}&lt;/li&gt;&lt;/ul&gt;`;
  const modules = MODULES.map((code, index) => {
    const english = index % 2 === 0 ? `<inhalt languageCode="en">${html('About')}</inhalt>` : '';
    return `<modulText><leikaTextmodul><code>${code}</code></leikaTextmodul><inhalt languageCode="de">${html('Zu')}</inhalt>${english}</modulText>\n`;
  });
  const leiKaId = `99${String(100_000_000_000 + number).slice(0, 12)}`;
  return `<schreibe><leistung>${id(`LB.${number}`)}<referenzLeiKa><code>${leiKaId}</code></referenzLeiKa>
<modulText><leikaTextmodul><code>03</code></leikaTextmodul><inhalt languageCode="de">Vorhaben ${number} beantragen</inhalt></modulText>
${modules.join('')}<modulKosten><kosten><kostenauswahl xsi:type="KostenFix"><betrag>${number % 90}.50</betrag></kostenauswahl></kosten></modulKosten>
<modulFrist><frist><fristauswahl xsi:type="FristDauer"><dauer>2</dauer><einheit>WOCHE</einheit></fristauswahl></frist></modulFrist>
<modulBegriffImKontext><begriffImKontext><begriff>Vorhaben ${number}</begriff></begriffImKontext></modulBegriffImKontext>
</leistung></schreibe>\n`;
}

const unit = (number: number, area: string) =>
  `<schreibe><organisationseinheit>${id(`OE.${number}`)}<name languageCode="de">Verwaltung ${area}</name>
<anschrift><strasse>Musterstraße</strasse><hausnummer>1</hausnummer><postleitzahl>24103</postleitzahl><ort>Kiel</ort></anschrift></organisationseinheit></schreibe>\n`;

const row = (number: number, index: number, area: string) =>
  `<schreibe><zustaendigkeitTransferObjekt><uebergeordnetesObjektID schemeAgencyID="L100042">OE.${index}</uebergeordnetesObjektID>
<zustaendigkeit>${id(`Z.${number}.${index}`)}<leistungID schemeAgencyID="L100042">LB.${number}</leistungID><gebietID>${area}</gebietID></zustaendigkeit></zustaendigkeitTransferObjekt></schreibe>\n`;
