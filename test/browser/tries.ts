// Every way in which a web page can have its browser send a request, each as a function that runs in the
// page and resolves with what the page learned of the answer. Nothing of this file is known there.

export interface Target {
  /** The address of the control API. */
  readonly control: string;
  /** The media type of a form or a beacon. */
  readonly type: string;
}

export interface Try {
  readonly way: string;
  readonly run: (target: Target) => Promise<string>;
  readonly type?: string;
  /** What the control API is asked, and how it answers. */
  readonly answer: string;
}

const READ = "GET /_sandbox/worlds 403";
const PREFLIGHT = "OPTIONS /_sandbox/worlds/default/reset 403";
const RESET = "POST /_sandbox/worlds/default/reset 403";
const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain"];
const BEACON_TYPES = [...FORM_TYPES, ""];

export const TRIES: readonly Try[] = [
  {
    way: "fetch",
    run: async ({ control }) => (await fetch(`${control}/worlds`)).text(),
    answer: READ,
  },
  {
    way: "fetch of health",
    run: async ({ control }) => (await fetch(`${control}/health`)).text(),
    answer: "GET /_sandbox/health 403",
  },
  {
    way: "fetch without CORS",
    run: async ({ control }) => (await fetch(`${control}/worlds`, { mode: "no-cors" })).text(),
    answer: READ,
  },
  {
    way: "fetch that posts text",
    async run({ control }) {
      const init = { method: "POST", body: "{}" };
      return (await fetch(`${control}/worlds/default/reset`, init)).text();
    },
    answer: RESET,
  },
  {
    way: "fetch that posts text without CORS",
    async run({ control }) {
      const init = { method: "POST", body: "{}", mode: "no-cors" } as const;
      return (await fetch(`${control}/worlds`, init)).text();
    },
    answer: "POST /_sandbox/worlds 403",
  },
  {
    way: "fetch that posts nothing without CORS",
    async run({ control }) {
      const init = { method: "POST", mode: "no-cors" } as const;
      return (await fetch(`${control}/worlds/default/reset`, init)).text();
    },
    answer: RESET,
  },
  {
    way: "fetch that calls text JSON without CORS",
    async run({ control }) {
      const headers = { "Content-Type": "application/json" };
      const init = { method: "POST", headers, body: "{}", mode: "no-cors" } as const;
      return (await fetch(`${control}/worlds/default/reset`, init)).text();
    },
    answer: RESET,
  },
  {
    way: "fetch that posts JSON",
    async run({ control }) {
      const headers = { "Content-Type": "application/json" };
      const init = { method: "POST", headers, body: "{}" };
      return (await fetch(`${control}/worlds/default/reset`, init)).text();
    },
    answer: PREFLIGHT,
  },
  {
    way: "fetch that deletes",
    run: async ({ control }) =>
      (await fetch(`${control}/worlds/made`, { method: "DELETE" })).text(),
    answer: "OPTIONS /_sandbox/worlds/made 403",
  },
  {
    way: "fetch that sends a token",
    async run({ control }) {
      const headers = { Authorization: "Bearer s3cret" };
      return (await fetch(`${control}/worlds`, { headers })).text();
    },
    answer: "OPTIONS /_sandbox/worlds 403",
  },
  {
    way: "XMLHttpRequest",
    run: ({ control }) =>
      new Promise((resolve) => {
        const asked = new XMLHttpRequest();
        asked.open("POST", `${control}/worlds/default/reset`);
        asked.onloadend = () => resolve(asked.responseText);
        asked.send("{}");
      }),
    answer: RESET,
  },
  ...FORM_TYPES.map((type) => ({
    way: `form of ${type}`,
    type,
    run: ({ control, type }: Target) =>
      new Promise<string>((resolve) => {
        const frame = document.createElement("iframe");
        frame.name = "target";
        frame.onload = () => resolve(frame.contentDocument?.body.innerText ?? "");
        const form = document.createElement("form");
        form.innerHTML = '<input name="{}">';
        Object.assign(form, { method: "post", enctype: type, target: "target" });
        form.action = `${control}/worlds/default/reset`;
        document.body.replaceChildren(frame, form);
        form.submit();
      }),
    answer: RESET,
  })),
  ...BEACON_TYPES.map((type) => ({
    way: `beacon of ${type || "nothing"}`,
    type,
    async run({ control, type }: Target) {
      const body = type ? new Blob(["{}"], { type }) : null;
      return navigator.sendBeacon(`${control}/worlds/default/reset`, body) ? "" : "not sent";
    },
    answer: RESET,
  })),
  {
    way: "beacon of application/json",
    type: "application/json",
    async run({ control, type }) {
      navigator.sendBeacon(`${control}/worlds/default/reset`, new Blob(["{}"], { type }));
      return "";
    },
    answer: PREFLIGHT,
  },
  {
    way: "EventSource",
    run: ({ control }) =>
      new Promise((resolve) => {
        const source = new EventSource(`${control}/worlds/default/requests/stream`);
        source.onopen = () => resolve("opened");
        source.onmessage = ({ data }) => resolve(data);
        source.onerror = () => resolve("");
      }),
    answer: "GET /_sandbox/worlds/default/requests/stream 403",
  },
  {
    way: "WebSocket",
    run: ({ control }) =>
      new Promise((resolve) => {
        const socket = new WebSocket(`${control.replace("http", "ws")}/worlds`);
        socket.onopen = () => resolve("opened");
        socket.onerror = () => resolve("");
      }),
    answer: READ,
  },
  ...["img", "script", "iframe", "embed"].map((type) => ({
    way: `<${type}>`,
    type,
    run: ({ control, type }: Target) =>
      new Promise<string>((resolve) => {
        const element = document.createElement(type);
        element.onload = () => resolve(type === "iframe" || type === "embed" ? "" : "loaded");
        element.onerror = () => resolve("");
        element.setAttribute("src", `${control}/worlds`);
        document.body.replaceChildren(element);
      }),
    answer: READ,
  })),
  {
    way: "style sheet",
    run: ({ control }) =>
      new Promise((resolve) => {
        const link = document.createElement("link");
        Object.assign(link, { rel: "stylesheet", href: `${control}/worlds` });
        link.onload = () => resolve("loaded");
        link.onerror = () => resolve("");
        document.body.replaceChildren(link);
      }),
    answer: READ,
  },
  {
    way: "worker's script",
    run: ({ control }) =>
      new Promise((resolve) => {
        const text = `importScripts("${control}/worlds"); postMessage("loaded")`;
        const worker = new Worker(URL.createObjectURL(new Blob([text])));
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = () => resolve("");
      }),
    answer: READ,
  },
];
