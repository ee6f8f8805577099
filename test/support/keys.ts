// The keys of the embedded seeds, by what the checks of src/conform ask of them.
export const KEYS = {
  full: "mst_acme_full",
  readOnly: "mst_acme_readonly",
  linksOnly: "mst_acme_links",
  noScope: "mst_acme_noscope",
  expired: "mst_acme_expired",
  revoked: "mst_acme_revoked",
  noAccess: "mst_acme_noaccess",
  otherMerchant: "mst_ember_full",
  limited: "mst_acme_limited",
};
