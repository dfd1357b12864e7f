const list = (text: string): string[] => text.trim().split(/\s+/);

/** Words that do not help to find anything: articles, pronouns, prepositions, question words, auxiliaries. */
export const germanFunctionWords = list(`
  aber alle allem allen aller alles als also am an ander andere anderem anderen anderer anderes anders auch auf aus
  bei beim bevor bin bis bist da dabei dadurch dafür dagegen daher damit danach dann daran darauf daraus darf darfst
  darin darüber darum das dass dazu dein deine deinem deinen deiner dem den denn denen der deren des deshalb dessen
  die dies diese diesem diesen dieser dieses doch dort du durch dürfen ein eine einem einen einer eines einige
  einmal er es etwas euch euer eure für gar geht gegen gehen gehe gibt hab habe haben hat hatte hatten hattest hier hin
  hinter hätte ich ihm ihn ihnen ihr ihre ihrem ihren ihrer im in indem innen ins irgendwo ist ja jede jedem jeden
  jeder jedes jemand jetzt kann kannst kein keine keinem keinen keiner können könnte könnten lassen lasse man
  mehr mein meine meinem meinen meiner meines mich mir mit möchte möchten muss musst müssen müsste nach nachdem
  nicht nichts noch nun nur ob oder ohne schon sehr sein seine seinem seinen seiner seit sich sie sind so sobald sollte
  soll sollen sollte sonst soviel sowie über um und uns unser unsere unserem unseren unter viel viele vom von vor
  wann war waren warum was weil welche welchem welchen welcher welches wem wen wenn wer werde werden wessen wie wieder
  wieso will wir wird wo wofür woher wohin womit wollen worden wurde wurden während würde zu zum zur zwischen ab
  bitte danke hallo gern gerne eigentlich selber selbst mal gerade ganz bekannt dürfte hierfür wenig weniger
`);

/** Words of nearly every request to an administration; they count only when there are no others. */
export const germanRequestWords = list(`
  antrag anträge antragstellung beantragen beantrage beantragt beantragung stellen stelle gestellt brauche brauchen
  braucht benötige benötigen benötigt bekomme bekommen bekommt erhalte erhalten kriege kriegen kriegt mache machen
  macht tun holen hole besorgen frage fragen hilfe neu neue neuem neuen neuer neues info infos information informationen online digital internet
  formular formulare vordruck service dienstleistung dienstleistungen leistung leistungen amt ämter behörde behörden
  stadt gemeinde zuständig finde finden suche suchen wissen kosten kostet koste bezahlen bezahle bezahlt zahlen teuer gebühr gebühren preis dauer dauert lange unterlagen
  dokumente download pdf termin ausfüllen
`);

/**
 * Words for acts. Alone they are a subject (`ummelden`), but not next to a word that the content does not have: a
 * person who wants to cancel Netflix does not look for everything that can be cancelled.
 */
export const germanDeedWords = list(`
  anmelden anmelde melden melde meldet abmelden abmelde ummelden anzeigen kündigen kündige beenden aufgeben schließen
  bestellen bestelle wechseln ändern eintragen einreichen abgeben ausstellen erneuern verlängern registrieren genehmigen
  erlauben erlaubt erlaubnis genehmigung nachweis bescheinigung berechnen rechner buchen reservieren kaufen gekauft
  abholen tauschen nutzen prüfen läuft alt alte alten alter altes gut groß klein sofort schnell dringend heute morgen
  tag woche wochenende monat jahr jahre montag dienstag mittwoch donnerstag freitag samstag sonntag feiertag zwei drei vier fünf deutschland
`);

export const englishFunctionWords = list(`
  a about after all also am an and any are as at be because been before being both but by can could did do does doing
  don for from had has have having he her here hers him his how i if in into is isn it its just let like ll may me might
  more most must my no nor not of off on once only or our out over own s same she should so some such t than that the
  their them then there these they this those through to too under until up us ve very was we were what when where
  which while who whom whose why will with would you your please hello thanks im
`);

export const englishRequestWords = list(`
  apply applying application applications request requesting get getting got need needs needed want wants wanted find new
  obtain obtaining receive make made order form forms online digital service services help information info
  authority office government much cost costs fee fees price long take takes where document documents download pdf
  appointment claim
`);

/** Words for acts, and for kinds of papers and money: `library card` is not any card. */
export const englishDeedWords = list(`
  register registration deregister report cancel close end change order submit issue renew renewal extend extension
  exchange buy bought sold book reserve begin collect use check permission allowed pay paid go keep licence license
  permit card certificate certificates tax benefit allowance declaration proof copy old good small large big today
  tomorrow tonight soon day week weekend month year years monday tuesday wednesday thursday friday saturday sunday next two three germany
`);
