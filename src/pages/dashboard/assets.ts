// The style sheet, the icon and the scripts of the dashboard.
import type { Assets } from "../layout/assets.ts";
import DASHBOARD from "./client/dashboard.client.js" with { type: "text" };
import FORMS from "./client/forms.client.js" with { type: "text" };
import KEYS from "./client/keys.client.js" with { type: "text" };
import LOG from "./client/log.client.js" with { type: "text" };
import PATCH from "./client/patch.client.js" with { type: "text" };
import STYLE from "./dashboard.css" with { type: "text" };
import FAILING from "./failing.svg" with { type: "text" };

export const DASHBOARD_ASSETS: Assets = {
  "/dashboard/dashboard.css": STYLE,
  "/dashboard/failing.svg": FAILING,
  "/dashboard/dashboard.client.js": DASHBOARD,
  "/dashboard/forms.client.js": FORMS,
  "/dashboard/keys.client.js": KEYS,
  "/dashboard/log.client.js": LOG,
  "/dashboard/patch.client.js": PATCH,
};
