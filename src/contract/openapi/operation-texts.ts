// The words and examples that the description has for each endpoint. What an endpoint takes and answers is
// in the table of endpoints.
import type { EndpointName } from "../endpoints.ts";
import { LIST_LIMIT } from "../list.ts";
import type { ApiExample, ApiOperation, Choice } from "./api-document.ts";
import { EXAMPLE_ANSWERS, EXAMPLE_REQUESTS } from "./examples.ts";

type Words = Pick<ApiOperation, "operationId" | "summary" | "description"> & Choice;

export interface OperationText extends Words {
  /** What it takes, where it takes anything. */
  readonly body?: BodyText;
  /** What it answers when it succeeds. */
  readonly answer: BodyText;
}

export interface BodyText {
  readonly description: string;
  readonly examples: Readonly<Record<string, ApiExample>>;
}

const NO_SECOND_PAGE = `A list holds ${LIST_LIMIT} at most, and there is no second page (§8.1).`;

/** The words for each endpoint. Names of operations become those of methods in generated clients. */
export const OPERATION_TEXTS: Readonly<Record<EndpointName, OperationText>> = {
  ping: {
    operationId: "ping",
    summary: "Check a key",
    description: "Tells whose key it is and what it may do. Any active key will do (§4.1).",
    answer: {
      description: "The key is good.",
      examples: {
        full: { summary: "A key with all three scopes", value: EXAMPLE_ANSWERS.ping },
        scopeless: {
          summary: "A key without any scope",
          value: { ...EXAMPLE_ANSWERS.ping, scopes: [] },
        },
      },
    },
  },
  products: {
    operationId: "listProducts",
    summary: "List products",
    description: `Lists the products of the merchant that owns the key: what identifies them, not their content or prices (§4.2). ${NO_SECOND_PAGE}`,
    "x-sandbox-choice":
      "The document promises no order (§4), and does not say whether products of every status are " +
      "listed: here they are, in the order of the seeds. Nor does it say which are left out of a longer " +
      `list (§8.1): here the first ${LIST_LIMIT} are shown.`,
    answer: {
      description: "The products of the merchant.",
      examples: {
        some: { summary: "Two products", value: EXAMPLE_ANSWERS.products },
        none: { summary: "No product yet", value: [] },
      },
    },
  },
  orders: {
    operationId: "listOrders",
    summary: "List orders",
    description: `Lists the sandbox orders of the merchant that owns the key (§4.3). ${NO_SECOND_PAGE}`,
    "x-sandbox-choice":
      "The document promises no order of the list (§4.3): here the newest comes first, unless the " +
      "setting `listOrder` says otherwise. Nor does it say which are left out of a longer list (§8.1): here " +
      `the first ${LIST_LIMIT} in that order are shown.`,
    answer: {
      description: "The orders of the merchant.",
      examples: {
        some: { summary: "Two orders", value: EXAMPLE_ANSWERS.orders },
        none: { summary: "No order yet", value: [] },
      },
    },
  },
  "checkout-links": {
    operationId: "createCheckoutLink",
    summary: "Get the links of a product",
    description:
      "Answers the hosted links of a published product. They are permanent and reusable: the same " +
      "request has the same answer. Nothing is charged, no price is locked and nothing is reserved; " +
      "the hosted checkout calculates the price and creates the order (§2.4, §4.4).",
    body: {
      description: "The product, and no other field.",
      examples: {
        product: { summary: "A published product", value: EXAMPLE_REQUESTS["checkout-links"] },
      },
    },
    answer: {
      description: "The links; no payment was initiated.",
      examples: {
        links: { summary: "The links of a product", value: EXAMPLE_ANSWERS["checkout-links"] },
      },
    },
  },
};
