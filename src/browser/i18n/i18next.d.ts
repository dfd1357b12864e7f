import 'i18next';
import account from '#locales/de/account.json' with { type: 'json' };
import application from '#locales/de/application.json' with { type: 'json' };
import browse from '#locales/de/browse.json' with { type: 'json' };
import common from '#locales/de/common.json' with { type: 'json' };
import conflict from '#locales/de/conflict.json' with { type: 'json' };
import ending from '#locales/de/ending.json' with { type: 'json' };
import errors from '#locales/de/errors.json' with { type: 'json' };
import following from '#locales/de/following.json' with { type: 'json' };
import form from '#locales/de/form.json' with { type: 'json' };
import frame from '#locales/de/frame.json' with { type: 'json' };
import guide from '#locales/de/guide.json' with { type: 'json' };
import handIn from '#locales/de/handIn.json' with { type: 'json' };
import handover from '#locales/de/handover.json' with { type: 'json' };
import home from '#locales/de/home.json' with { type: 'json' };
import inspection from '#locales/de/inspection.json' with { type: 'json' };
import keeping from '#locales/de/keeping.json' with { type: 'json' };
import kit from '#locales/de/kit.json' with { type: 'json' };
import level from '#locales/de/level.json' with { type: 'json' };
import login from '#locales/de/login.json' with { type: 'json' };
import ownData from '#locales/de/ownData.json' with { type: 'json' };
import payment from '#locales/de/payment.json' with { type: 'json' };
import redirect from '#locales/de/redirect.json' with { type: 'json' };
import restoring from '#locales/de/restoring.json' with { type: 'json' };
import result from '#locales/de/result.json' with { type: 'json' };
import search from '#locales/de/search.json' with { type: 'json' };
import service from '#locales/de/service.json' with { type: 'json' };
import start from '#locales/de/start.json' with { type: 'json' };
import summary from '#locales/de/summary.json' with { type: 'json' };
import withoutScript from '#locales/de/withoutScript.json' with { type: 'json' };
import workflow from '#locales/de/workflow.json' with { type: 'json' };
import workshop from '#locales/de/workshop.json' with { type: 'json' };

/** German is the reference: a test checks that English has the same keys. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    returnNull: false;
    resources: {
      account: typeof account;
      application: typeof application;
      browse: typeof browse;
      common: typeof common;
      conflict: typeof conflict;
      ending: typeof ending;
      errors: typeof errors;
      following: typeof following;
      form: typeof form;
      frame: typeof frame;
      guide: typeof guide;
      handIn: typeof handIn;
      handover: typeof handover;
      home: typeof home;
      inspection: typeof inspection;
      keeping: typeof keeping;
      kit: typeof kit;
      level: typeof level;
      login: typeof login;
      ownData: typeof ownData;
      payment: typeof payment;
      redirect: typeof redirect;
      restoring: typeof restoring;
      result: typeof result;
      search: typeof search;
      service: typeof service;
      start: typeof start;
      summary: typeof summary;
      withoutScript: typeof withoutScript;
      workflow: typeof workflow;
      workshop: typeof workshop;
    };
  }
}
