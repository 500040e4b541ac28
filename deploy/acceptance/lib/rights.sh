# What ServiceAccounts may do, and no more: deploy/acceptance/rights.

check_rights() { # FILE
  local account
  account=$(basename "$1" .txt)
  check "ServiceAccount $account may do what rights/$1 says, and nothing else" rights_are_as_written "$account" "$HERE/rights/$1"
}
rights_are_as_written() { # SERVICE-ACCOUNT FILE
  local namespace actual
  for namespace in edgewise default; do
    actual=$(own_rights "$1" "$namespace")
    equal "rights in $namespace" "$(written "$namespace" "$2")" "$actual"
  done
}
own_rights() { # SERVICE-ACCOUNT NAMESPACE [NAMESPACE-OF-THE-ACCOUNT]: what it may do beyond what any ServiceAccount may
  local account=system:serviceaccount:${3:-edgewise}
  comm -23 <(kubectl auth can-i --list -n "$2" --as="$account:$1" --no-headers | tr -s ' ' | sort) \
    <(kubectl auth can-i --list -n "$2" --as="$account:nobody" --no-headers | tr -s ' ' | sort)
}
written() { # NAMESPACE FILE
  awk -v section="# in $1" '/^#/ { on = index($0, section) == 1; next } on' "$2" | tr -s ' ' | sort
}
