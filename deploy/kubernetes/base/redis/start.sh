# Starts Redis with a user for each line of users.acl. The Secret has the passwords: a key for each user, or one key "password" for all.
# Redis gets their hashes, so any text may be a password, and neither a file nor an argument of a process shows one.
set -eu
config=${CONFIG:-/etc/redis}         # users.acl
passwords=${PASSWORDS:-/etc/redis-passwords}
certificates=${CERTIFICATES:-/etc/redis-tls} # of the component redis-tls
acl=${TMPDIR:-/tmp}/users.acl

hash() { sha256sum <"$passwords/$1" | cut -d ' ' -f 1; }

with='' shared='' without=''
# Who has the shared password, such as a person with redis-cli, may look, and change nothing.
if [ -s "$passwords/password" ]; then
  echo "user default on resetpass #$(hash password) resetkeys %R~edgewise:* resetchannels -@all +@read -@dangerous +ping +info" >"$acl"
else
  echo 'user default off resetpass resetkeys resetchannels -@all' >"$acl"
fi
while read -r user rules; do
  case $user in '' | '#'*) continue ;; esac
  if [ -s "$passwords/$user" ]; then
    key=$user with="$with $user"
  elif [ -s "$passwords/password" ]; then
    key=password shared="$shared $user"
  else
    without="$without $user"
    continue
  fi
  echo "user $user on resetpass #$(hash "$key") resetchannels -@all $rules" >>"$acl"
done <"$config/users.acl"

if [ -z "$with$shared" ]; then
  echo "No Redis password: Secret redis in namespace $NAMESPACE has neither a key for a service nor the key password." \
    "Create it (deploy/kubernetes/redis-secret --namespace $NAMESPACE | kubectl create -f -)," \
    "then kubectl -n $NAMESPACE rollout restart deployment."
  exit 1
fi
if [ -n "$without" ]; then
  echo "Services without a Redis password share nothing: Secret redis in namespace $NAMESPACE has no key for$without." \
    "Add them, then kubectl -n $NAMESPACE rollout restart deployment."
fi
if [ -n "$shared" ]; then
  echo "Services share a Redis password, and could act as each other: Secret redis in namespace $NAMESPACE has a key password, and none for$shared."
fi

port="--port ${PORT:-6379}"
if [ -e "$certificates/tls.crt" ]; then
  port="--port 0 --tls-port ${PORT:-6379} --tls-auth-clients no
    --tls-cert-file $certificates/tls.crt --tls-key-file $certificates/tls.key"
fi
# shellcheck disable=SC2086 # options, of which none holds a space
exec redis-server --aclfile "$acl" $port --bind '* -::*' --protected-mode no --save '' --appendonly no --dir "${TMPDIR:-/tmp}" \
  --maxmemory "$MAXMEMORY" --maxmemory-policy noeviction
